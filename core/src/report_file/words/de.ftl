# Die eigenen Wörter des Berichts auf Deutsch. Namen und Texte der Dokumente stehen nie in dieser Datei.

title = Bericht über gemeinsamen Text
skip = Zu den Paaren springen
contents = Inhalt
lead-near-duplicates = { $pairs ->
    [0] Keine zwei von { $documents } Dokumenten sind nach der Regel unten fast gleich.
    [one] Ein Paar unter { $documents } Dokumenten hat fast den gleichen Text.
   *[other] { $pairs } Paare unter { $documents } Dokumenten haben fast den gleichen Text.
}
lead-copied-text = { $pairs ->
    [0] Keine zwei von { $documents } Dokumenten haben nach der Regel unten Text gemeinsam.
    [one] Ein Paar unter { $documents } Dokumenten hat Text gemeinsam.
   *[other] { $pairs } Paare unter { $documents } Dokumenten haben Text gemeinsam.
}
lead-kept = { $kept ->
    [0] Keines davon steht in diesem Bericht.
    [one] Eines davon steht in diesem Bericht.
   *[other] { $kept } davon stehen in diesem Bericht.
}
lead-judged = { $judged ->
    [0] Keines hat bisher ein Mensch beurteilt.
   *[other] { $judged } von { $pairs } hat ein Mensch beurteilt.
}
lead-judged-filtered = { $judged ->
    [0] Von denen in diesem Bericht hat bisher ein Mensch keines beurteilt.
   *[other] Von denen in diesem Bericht hat ein Mensch { $judged } von { $pairs } beurteilt.
}
scope-document = Dieser Bericht handelt von einem Dokument, verglichen mit { $documents ->
    [one] dem einzigen
   *[other] allen { $documents }
}:
scope-document-compared = Dieser Bericht handelt von einem Dokument:
scope-clusters = { $n ->
    [one] Dieser Bericht handelt von den Dokumenten einer Gruppe:
   *[other] Dieser Bericht handelt von den Dokumenten von { $n } Gruppen:
}
scope-cluster = Gruppe { $number }
lead-scope = { $pairs ->
    [0] Er enthält kein Paar.
    [one] Er enthält ein Paar.
   *[other] Er enthält { $pairs } Paare.
}
lead-scope-filtered = { $pairs ->
    [0] Von den Paaren kommt keines durch den Filter.
    [one] Von den Paaren kommt eines durch den Filter.
   *[other] Von den Paaren kommen { $pairs } durch den Filter.
}
evidence-title = Ein Beleg, kein Urteil.
evidence = Eine Zahl in diesem Bericht sagt, wie viel Text zwei Dokumente gemeinsam haben und wo. Sie sagt nicht, wer ihn zuerst geschrieben hat, ob es erlaubt war oder warum. Das entscheiden Menschen, die beide Texte gelesen haben.
documents = Dokumente
words = Wörter
pairs = Paare
judged = Beurteilt
decisions = Entscheidungen
overview = Überblick
passages = Passagen
basis = Wie dieser Bericht entstand
masked-words = Ausgelassene Wörter
not-read = Nicht gelesene Dateien oder Zeilen
no-pairs = In diesem Bericht steht kein Paar.
pairs-order-near-duplicates = Das ähnlichste Paar steht zuerst.
pairs-order-copied-text = Das Paar mit den meisten Belegen steht zuerst: übernommene Wörter, die weniger zählen, wo viele Dokumente sie haben.
estimate-note = Genaue Zahlen sind fett; daneben steht die Schätzung aus Skizzen.
pairs-first = Dies sind die ersten { $listed } von { $pairs }.
pairs-shown = Die Passagen der ersten { $shown } stehen weiter unten.
filter = Nach Namen filtern
decision = Entscheidung
all = alle
matches = # von # Paaren
page = Paare { $from } bis { $to }
pairs-table = Paare { $from } bis { $to } mit ihren Zahlen
number = Nr.
text-a = Text A
text-b = Text B
words-copied = Wörter übernommen
of-a = Von A
of-b = Von B
longest = Längste Passage
jaccard-exact = Jaccard, genau
estimate = Jaccard, geschätzt
estimate-95 = Jaccard, geschätzt (95-%-Intervall)
containment = Enthaltensein, genau
in-other = A in B · B in A
disputed = strittig
decision-copied = übernommen
decision-acceptable = zulässig
decision-template = Vorlage
decision-different = verschieden
decision-unsure = unsicher
decision-undecided = unentschieden
decision-none = keine
decisions-table = Tabelle der Entscheidungen
decisions-note = Was Menschen über Texte dieses Korpus entschieden haben, nach der Zeit. Eine Entscheidung gilt dem Text selbst: Wo er sich seither geändert hat, ist sie wieder offen.
on = Worüber
on-pair = Paar
on-passage = Passage von Paar
on-document = Dokument
on-cluster = Gruppe
texts = Texte
note = Notiz
by = Von
when = Wann (UTC)
outdated-text-changed = wieder offen: der Text hat sich geändert { $names }
outdated-new-members = wieder offen: neu in der Gruppe { $names }
outdated-members-left = wieder offen: nicht mehr in der Gruppe { $names }
plot-near-duplicates = Dokumentpaare nach ihrer genauen Ähnlichkeit. Die Linie ist die Schwelle dieses Berichts; darunter wurden Paare vielleicht nicht gesucht.
plot-copied-text = Dokumentpaare nach der Zahl übernommener Wörter.
plot-x-similarity = genaue Ähnlichkeit
plot-x-words = übernommene Wörter
plot-y = Dokumentpaare
plot-log = logarithmisch
plot-threshold = Schwelle
plot-pairs = Paare
plot-title-near-duplicates = Paare nach Ähnlichkeit
plot-title-copied-text = Paare nach übernommenen Wörtern
clusters = { $clusters ->
    [one] Eine Gruppe
   *[other] { $clusters } Gruppen
}
clusters-note = Dokumente, die Paare nach der Regel verbinden, unmittelbar oder über andere. Eine dickere Linie ist eine größere Ähnlichkeit.
clusters-first = Die ersten { $shown } sind gezeichnet.
cluster = Gruppe { $number }
cluster-map = Karte von { $documents } Dokumenten mit { $edges ->
    [one] einem Paar
   *[other] { $edges } Paaren
}; die Liste darunter nennt sie
cluster-figures = { $documents } Dokumente, Ähnlichkeit
cluster-sampled = Die Zahlen sind aus { $measured } von { $pairs } Paaren: denen der Regel und einer Zufallsstichprobe der übrigen. Unter dem Rest kann eine geringere Ähnlichkeit sein.
chain = über andere verbunden
more = und { $n } weitere
documents-note = Die Dokumente der Paare oben. Der Fingerabdruck bezeichnet die Bytes, die gelesen wurden.
documents-list = { $n ->
    [one] Ein Dokument
   *[other] Alle { $n } Dokumente
}
elsewhere = { $share } dieses Textes stehen anderswo.
elsewhere-none = Nichts von diesem Text steht anderswo.
words-n = { $n ->
    [one] ein Wort
   *[other] { $n } Wörter
}
source = { $share }, { $words ->
    [one] ein Wort
   *[other] { $words } Wörter
}
source-others = (auch in { $n } anderen)
name = Name
most-copied = Meiste übernommene Wörter in einem Paar
bytes = Bytes
fingerprint = Fingerabdruck (XXH3, 128 Bit)
passages-note = Text in gleicher Farbe und mit gleicher Nummer ist in beiden Dokumenten eine Passage. Umrandete kursive Wörter fehlen dort auf der anderen Seite; durchgestrichene wurden beim Vergleich ausgelassen.
folded-note = Lange Stücke einer Passage, die auf beiden Seiten gleich sind, sind gekürzt; die Zahl der ausgelassenen Wörter steht dort.
folded-n = [… { $n ->
    [one] 1 Wort
   *[other] { $n } Wörter
} ausgelassen, die auf beiden Seiten gleich sind …]
context-whole = Die Texte stehen ganz da.
context-words = Um jede Passage steht Zusammenhang von { $n ->
    [one] einem Wort
   *[other] { $n } Wörtern
}.
and = und
same-words = Davon gleich
problem-changed = Der Text eines Dokuments hat sich geändert, seit die Zahlen bestimmt wurden; seine Passagen können nicht gezeigt werden.
problem-unreadable = Der Text eines Dokuments war nicht noch einmal zu lesen; seine Passagen können nicht gezeigt werden.
side = { $words } Wörter, davon { $copied } in Passagen ({ $share })
side-masked = · { $n } ausgelassen
no-passages = Diese zwei Texte haben Schindeln gemeinsam, aber keine Passage, die lang genug wäre.
passage = Passage { $n }
passage-words = { $words ->
    [one] ein Wort
   *[other] { $words } Wörter
}, { $same } auf beiden Seiten gleich
passage-other = Passage { $n }: zur anderen Seite
page-of = Seite { $n }
line-of = Zeile { $n }
back = Zurück zu den Paaren
kind-quotation = Zitat
kind-reference-list = Literaturverzeichnis
kind-template = Vorlage
kind-common-text = verbreiteter Text
kind-phrase = Wendung
kind-heading = Überschrift
kind-navigation = Navigation
kind-page-header = Kopf der Seite
kind-page-footer = Fuß der Seite
kind-aside = Randspalte
kind-advertisement = Werbung
kind-outside-of-the-main-part = außerhalb des Hauptteils
masked-as-quotation = Zitate
masked-as-references = Literaturverzeichnisse
masked-as-template = Text einer Vorlage oder Aufgabe
masked-as-common-text = Text, den viele Dokumente haben
masked-as-phrase = Wendungen einer Liste
masked-as-heading = Überschriften
masked-as-navigation = Navigation von Seiten
masked-as-page-header = Köpfe von Seiten
masked-as-page-footer = Füße von Seiten
masked-as-aside = Randspalten von Seiten
masked-as-advertisement = Werbung
masked-as-outside-of-the-main-part = Text außerhalb des Hauptteils von Seiten
asked = Was gefragt wurde
question = Frage
purpose-near-duplicates = Welche Dokumente haben fast den gleichen Text?
purpose-copied-text = Von welchen Dokumenten steht Text in anderen?
rule = Regel
rule-near-duplicates = { $measure } von { $share } oder mehr
rule-copied-text = { $measure } von { $share } oder mehr, oder eine Passage von { $passage } Wörtern oder mehr, in der { $run } Wörter hintereinander gleich sind
measure-jaccard = Jaccard
measure-containment = Enthaltensein
found = Gefunden
found-pairs = { $found ->
    [one] ein Paar
   *[other] { $found } Paare
}, { $kept } davon in diesem Bericht.
complete = Jedes Paar wurde betrachtet.
complete-compared = Jedes Paar, das verglichen wird, wurde betrachtet.
incomplete = Das Verfahren, { $method }, kann Paare übersehen haben.
choice = Auswahl
only-decided = In diesem Bericht stehen nur Paare mit einer Entscheidung.
names = Namen
anonymous = Statt der Namen der Dokumente stehen Nummern. Texte und Notizen sind, wie sie sind, und können Namen enthalten.
limits = Grenzen
compared = Verglichen
compared-all = { $new ->
    [one] Ein neues Dokument wird
   *[other] { $new } neue Dokumente werden miteinander und
} mit den { $archive } des Archivs verglichen, diese nicht untereinander.
compared-new = { $new ->
    [one] Ein neues Dokument wird mit keinem anderen verglichen
   *[other] { $new } neue Dokumente werden miteinander verglichen
}, nicht mit den { $archive } des Archivs.
compared-archive = { $new ->
    [one] Ein neues Dokument wird
   *[other] { $new } neue Dokumente werden
} nur mit den { $archive } des Archivs verglichen, diese nicht untereinander.
compared-groups = { $groups ->
    [one] Es gibt eine Gruppe, deren Dokumente nicht miteinander verglichen werden.
   *[other] Es gibt { $groups } Gruppen; Dokumente einer Gruppe werden nicht miteinander verglichen.
}
version = Programm
seed = Startwert
made = Erstellt
corpus-fingerprint = Fingerabdruck des Korpus
settings = Alle { $n } Einstellungen
read = Was gelesen wurde
read-n = { $documents ->
    [one] Ein Dokument
   *[other] { $documents } Dokumente
}, von denen { $words } Wörter verglichen werden.
not-read-n = { $n ->
    [one] Eine Datei oder Zeile wurde
   *[other] { $n } Dateien oder Zeilen wurden
} nicht gelesen, { $failures ->
    [0] alle der Regel nach (Verweise, leer, kein Text).
   *[other] { $failures } davon, obwohl sie hätten gelesen werden sollen.
}
not-read-list = Welche und warum
read-in-part-list = Welche Dokumente nur zum Teil gelesen wurden
all-read = Alle Dateien und Zeilen wurden gelesen.
of-job = Nur die Dokumente in den Clustern eines Laufs von shinglescope scale sind hier: Paare mit anderen stehen nicht in der Liste.
left-out = Aus dem Text { $n ->
    [one] eines Dokuments
   *[other] von { $n } Dokumenten
} ausgelassen:
left-out-comments = { $n ->
    [one] ein Kommentar
   *[other] { $n } Kommentare
}
left-out-deletions = { $n ->
    [one] eine gelöschte Änderung
   *[other] { $n } gelöschte Änderungen
}
left-out-hidden = { $n ->
    [one] eine verborgene Textstelle
   *[other] { $n } verborgene Textstellen
}
left-out-pages = { $n ->
    [one] eine unlesbare Seite
   *[other] { $n } unlesbare Seiten
}
left-out-diagrams = { $n ->
    [one] ein Schaubild
   *[other] { $n } Schaubilder
}
left-out-missing = { $n ->
    [one] ein Teil, den das Dokument nennt und nicht enthält
   *[other] { $n } Teile, die das Dokument nennt und nicht enthält
}
left-out-attachments = { $n ->
    [one] ein Anhang einer E-Mail
   *[other] { $n } Anhänge von E-Mails
}
left-out-objects = { $n ->
    [one] ein eingebettetes Objekt
   *[other] { $n } eingebettete Objekte
}
left-out-slides = { $n ->
    [one] eine ausgeblendete Folie
   *[other] { $n } ausgeblendete Folien
}
masked = Was beim Vergleich ausgelassen wurde
masked-n = { $words } Wörter an { $spans } Stellen von { $documents } Dokumenten
emptied = { $n ->
    [one] Ein Dokument hat
   *[other] { $n } Dokumente haben
} keine Wörter mehr.
nothing-masked = Nichts wurde ausgelassen.
dropped-stop-words = Stoppwörter ({ $lists }): keine Zahl zählt sie
dropped-numbers = Zahlen: keine Angabe zählt sie
definitions = Wie die Zahlen bestimmt sind
def-word-name = Wort
def-word = { $letters ->
    [kept] Eine Folge von Buchstaben und Ziffern, wie sie geschrieben ist; in Schriften ohne Leerzeichen ein Zeichen.
   *[lower] Eine Folge von Buchstaben und Ziffern, klein geschrieben; in Schriften ohne Leerzeichen ein Zeichen.
}
def-shingle-name = Schindel
def-shingle = { $repeats ->
    [counted] { $k } Wörter hintereinander. Ein Dokument zählt als die Multimenge seiner Schindeln: eine, die n-mal darin steht, zählt n-mal.
   *[set] { $k } Wörter hintereinander. Ein Dokument zählt als die Menge seiner Schindeln.
}
def-passage-name = Passage
def-passage = { $bridged ->
    [no] Was ein Leser mit einem Strich markieren würde: Folgen gleicher Wörter, mindestens { $min } Wörter lang.
   *[yes] Was ein Leser mit einem Strich markieren würde: Folgen gleicher Wörter, über kleine Änderungen verbunden, mindestens { $min } Wörter lang.
}
def-words-copied-name = Wörter übernommen
def-words-copied = Wörter eines Dokuments in Passagen, jedes einmal gezählt; bei einem Paar die kleinere der beiden Seiten.
def-share-name = Von A, von B
def-share = Wörter des Dokuments in Passagen, geteilt durch alle seine verglichenen Wörter.
def-jaccard-name = Jaccard, genau
def-jaccard = Schindeln beider Dokumente geteilt durch die Schindeln, die wenigstens eines hat, vollständig gezählt.
def-containment-name = Enthaltensein
def-containment = Schindeln beider Dokumente geteilt durch die Schindeln des einen: wie viel von ihm im anderen liegt.
def-estimate-name = Jaccard, geschätzt
def-estimate = Dieselbe Zahl aus Skizzen von { $permutations } Werten, mit dem Intervall, in dem die genaue in 95 von 100 Fällen liegt. Sie dient nur der Suche; jedes Paar hier wurde genau ausgezählt.
def-fingerprint-name = Fingerabdruck
def-fingerprint = Eine Prüfzahl der Bytes einer Datei: Gleiche Bytes haben den gleichen Fingerabdruck.
def-decision-name = Entscheidung
def-decision = Was ein Mensch über ein Paar, eine Passage, ein Dokument oder eine Gruppe gesagt hat. Die Zahlen entscheiden nichts.
footer = Erstellt von shinglescope. Diese Datei ist für sich vollständig: Sie lädt nichts und sendet nichts.
reason-binary = kein Text
reason-empty = leer
reason-limit = über einer Grenze für Größe, Tiefe, Zeit oder Speicher
reason-special-file = ein Gerät, eine Pipe oder eine andere besondere Datei
reason-link = eine Verknüpfung in einem Ordner
reason-version-control = ein Ordner einer Versionsverwaltung
reason-index = ein Index dieses Programms
reason-config = Einstellungen dieses Programms
reason-again = doppelt erreicht, einmal gelesen
reason-changed = beim Lesen verändert
reason-shortage = dem System fehlten Dateien oder Speicher
reason-unreadable = lässt sich nicht öffnen oder lesen
reason-row = eine Zeile, die nicht ist, wie sie sein soll
reason-no-page = ein Eintrag ohne Seite
reason-damaged = beschädigt
reason-field = eine Tabelle ohne die verlangte Spalte
reason-unsupported = von einer Art, die nicht gelesen wird
reason-pictures = ein PDF aus Bildern ohne Text
reason-encrypted = verlangt ein Passwort
reason-rest = was auf eine unlesbare Zeile folgt
reason-read-in-part = teilweise gelesen: seine übrigen Seiten oder Teile sind unlesbar
reason-cut-short = teilweise gelesen: die Seite wurde bei der Erfassung abgeschnitten
setting-purpose = Zweck
setting-method = Verfahren
setting-super-shingle = Super-Shingle
setting-run-length = Länge der Läufe
setting-runs-shared = gemeinsame Läufe
setting-fingerprints = Fingerabdrücke
setting-bits-apart = abweichende Bits
setting-search = Suche
setting-modulus = Modulus
setting-passage = Passage
setting-measure = Maß
setting-recall = Trefferquote
setting-bands-rows = Bänder × Zeilen
setting-linkage = Verknüpfung
setting-different = als verschieden entschiedene Paare
setting-bridge = Überbrückung
setting-least-words = Mindestwörter
setting-unit = Einheit
setting-k = k
setting-repeats = Wiederholungen
setting-hash-bits = Hash-Bits
setting-letter-case = Groß- und Kleinschreibung
setting-look-alikes = gleich aussehende Zeichen
setting-numbers = Zahlen
setting-stop-words = Stoppwörter
setting-page-blocks = Seitenblöcke
setting-sketch = Skizze
setting-permutations = Permutationen
setting-value-bits = Bits je Wert
setting-seed = Startwert
