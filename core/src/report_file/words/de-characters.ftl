# Was ein Bericht anders sagt, wo Texte in Zeichen zerlegt werden.
words = Zeichen
masked-words = Ausgelassene Zeichen
pairs-order-copied-text = Das Paar mit den meisten Belegen steht zuerst: übernommene Zeichen, die weniger zählen, wo viele Dokumente sie haben.
words-copied = Zeichen übernommen
plot-copied-text = Dokumentpaare nach der Zahl übernommener Zeichen.
plot-x-words = übernommene Zeichen
plot-title-copied-text = Paare nach übernommenen Zeichen
words-n = { $n ->
    [one] ein Zeichen
   *[other] { $n } Zeichen
}
source = { $share }, { $words ->
    [one] ein Zeichen
   *[other] { $words } Zeichen
}
most-copied = Meiste übernommene Zeichen in einem Paar
passages-note = Text in gleicher Farbe und mit gleicher Nummer ist in beiden Dokumenten eine Passage. Umrandete kursive Zeichen fehlen dort auf der anderen Seite; durchgestrichene wurden beim Vergleich ausgelassen.
folded-note = Lange Stücke einer Passage, die auf beiden Seiten gleich sind, sind gekürzt; die Zahl der ausgelassenen Zeichen steht dort.
folded-n = [… { $n ->
    [one] 1 Zeichen
   *[other] { $n } Zeichen
} ausgelassen, die auf beiden Seiten gleich sind …]
context-words = Um jede Passage steht Zusammenhang von { $n ->
    [one] einem Zeichen
   *[other] { $n } Zeichen
}.
side = { $words } Zeichen, davon { $copied } in Passagen ({ $share })
passage-words = { $words ->
    [one] ein Zeichen
   *[other] { $words } Zeichen
}, { $same } auf beiden Seiten gleich
rule-copied-text = { $measure } von { $share } oder mehr, oder eine Passage von { $passage } Zeichen oder mehr, in der { $run } hintereinander gleich sind
read-n = { $documents ->
    [one] Ein Dokument
   *[other] { $documents } Dokumente
}, von denen { $words } Zeichen verglichen werden.
masked-n = { $words } Zeichen an { $spans } Stellen von { $documents } Dokumenten
emptied = { $n ->
    [one] Ein Dokument hat
   *[other] { $n } Dokumente haben
} keine Zeichen mehr.
def-word-name = Zeichen
def-word = { $letters ->
    [kept] Ein Zeichen eines Wortes, wie es geschrieben ist, oder ein Leerzeichen zwischen zwei Wörtern.
   *[lower] Ein Zeichen eines Wortes, klein geschrieben, oder ein Leerzeichen zwischen zwei Wörtern.
}
def-shingle = { $repeats ->
    [counted] { $k } Zeichen hintereinander. Ein Dokument zählt als die Multimenge seiner Schindeln: eine, die n-mal darin steht, zählt n-mal.
   *[set] { $k } Zeichen hintereinander. Ein Dokument zählt als die Menge seiner Schindeln.
}
def-passage = { $bridged ->
    [no] Was ein Leser mit einem Strich markieren würde: Folgen gleicher Zeichen, mindestens { $min } Zeichen lang.
   *[yes] Was ein Leser mit einem Strich markieren würde: Folgen gleicher Zeichen, über kleine Änderungen verbunden, mindestens { $min } Zeichen lang.
}
def-words-copied-name = Zeichen übernommen
def-words-copied = Zeichen eines Dokuments in Passagen, jedes einmal gezählt; bei einem Paar die kleinere der beiden Seiten.
def-share = Zeichen des Dokuments in Passagen, geteilt durch alle seine verglichenen Zeichen.
setting-least-words = Mindestzeichen
