# Sätze der Vorlesung auf Deutsch. Wörter der Texte stehen nie in dieser Datei.

stage-why = Wozu
stage-shingles = Schindeln
stage-sets = Jaccard und Enthaltensein
stage-permutation = Eine Permutation
stage-race = Das Rennen
stage-signatures = Signaturmatrix
stage-buckets = Eimer
stage-chain = Eine Kette
stage-simhash = SimHash
stage-mirrors = Größen und Spiegel
stage-own-text = Der eigene Text

dial-k = k { $n }
dial-permutation = Permutation { $n }
dial-permutations = { $n } Permutationen
dial-draws = { $n } Züge
dial-rows = { $n } Werte je Band
dial-threshold = Schwelle { $n }
dial-rotation = um { $n } gedreht
dial-documents = { $n } Dokumente
dial-sample = Stichproben von { $n }

plain-answer = Antwort { $number }: { $answer }
plain-least = (kleinste)
plain-merge = { $left } und { $right } verschmelzen bei { $at }
plain-merge-below = { $left } und { $right } verschmölzen bei { $at }, unter der Schwelle
plain-meet = treffen sich
yes = ja
no = nein

text-without-words = { $name } hat keine Wörter, also keine Schindeln, und ähnelt nichts.
text-too-short = { $name } hat { $words } { $words ->
    [one] Wort
   *[other] Wörter
}, weniger als k = { $k }. Der ganze Text ist seine eine Schindel.
text-sampled = { $name } hat { $words } Wörter. Diese Vorlesung nimmt die ersten { $taken }.
texts-identical = Die beiden Texte haben dieselben Wörter in derselben Reihenfolge.
and-more = … und { $n } weitere.
and-more-words = … und { $n } { $n ->
    [one] weiteres Wort
   *[other] weitere Wörter
}.

shingles-ask = Wie ähnlich sind diese beiden? Gemeinsame Schindeln von allen:
shingles-ask-slip = Wie ähnlich sind diese beiden? Eine veröffentlichte Folie zählt so, dass { $slip } herauskommt. Und Sie?
shingles-window = Fenster { $window } von { $windows }: { $k ->
    [one] Jedes Wort ist eine Schindel.
   *[other] { $k } Wörter hintereinander sind eine Schindel.
}
shingles-again = Noch einmal Schindel { $shingle }: In einer Menge zählt sie einmal, in einer Multimenge zweimal.
shingles-counts = { $name }: { $words } { $words ->
    [one] Wort
   *[other] Wörter
}, { $windows } Fenster, { $different } verschiedene.
shingles-shingle = Schindel
shingles-both = beide
shingles-only-a = nur A
shingles-only-b = nur B
shingles-sets = Als Mengen haben sie { $shared } von { $union } Schindeln gemeinsam: { $share }.
shingles-bags = Als Multimengen zählt jede Wiederholung: { $shared } von { $union }, { $share }.
shingles-slip = { $slip } auf der Folie zählt eine Wiederholung auf einer Seite mit: ein Versehen. Es ist weder die Menge noch die Multimenge.
shingles-change-ask = Ändern Sie ein Wort von B. Wie viele seiner Schindeln kann das höchstens kosten?
shingles-change = Ein geändertes Wort steht in höchstens { $k } Schindeln. Hier kostet es bis zu { $most } von { $all }:
shingles-by-k = Je länger die Schindeln, desto weniger haben zwei verschiedene Texte gemeinsam:

equal = GLEICH
unlike = ungleich
counted = gezählt

permutation-numbers = Jede Schindel hat eine Zahl, ihren Hashwert, zwischen 0 und 2^64:
permutation-moves = Permutation { $permutation } der oberen 32 Bit versetzt sie alle, in jedem Text gleich:
permutation-lines = Jeder Text hat nur seine eigenen Schindeln:
permutation-ask = Permutation { $permutation }: Haben beide Texte dieselbe kleinste Zahl?
permutation-least = Kleinste von { $name }: { $shingle }, „{ $words }“, Zahl { $value }.
permutation-no-minimum = Ein Text ohne Schindeln hat keine kleinste.
permutation-first = Welche Schindel von allen kommt zuerst? Jede mit gleicher Wahrscheinlichkeit:
permutation-theorem = P(gleich) = C11 / (C11 + C10 + C01) = { $both } / ({ $both } + { $onlya } + { $onlyb }) = { $share }: Das ist Jaccard.
permutation-so-far = { $equal } von { $all } Permutationen hatten bisher gleiche Minima: { $share }, gezählt { $counted }.
permutation-estimate = bisher gleich

sets-rows = Jede Schindel eines der Texte ist eine Zeile; 1, wo der Text sie hat:
sets-given = Jedes Element ist eine Zeile; 1, wo die Menge es hat:
sets-ask = Wie ähnlich sind A und B?
sets-counts = In beiden (C11) { $both }, nur in A (C10) { $onlya }, nur in B (C01) { $onlyb }, in keiner (C00) { $neither }. Zeilen in keiner zählen nicht.
sets-formula = Jaccard = C11 / (C11 + C10 + C01) = { $fraction } = { $share }
sets-jaccard = Jaccard
sets-a-in-b = Anteil von A, der in B steht
sets-b-in-a = Anteil von B, der in A steht
sets-excerpt-name = Auszug
sets-excerpt = Was, wenn B ein Auszug aus A ist, hier { $words } der { $all } Wörter von { $name }?
sets-excerpt-ask = Wie groß ist Jaccard von A und seinem Auszug?
sets-excerpt-hidden = Der ganze Auszug steht in A, aber Jaccard ist klein, weil A lang ist. Das Enthaltensein sagt es.

signatures-empty = Kein Text hat eine Schindel: Die Matrix hat keine Zeilen.
signatures-matrix = Eine Spalte je Dokument, eine Zeile je Schindel:
signatures-orders = Jede Permutation gibt jeder Zeile einen neuen Index:
signatures-visits = Die Zeilen werden in diesen Reihenfolgen besucht:
signatures-minima = Die Signatur behält von jedem Dokument den kleinsten neuen Index unter jeder Permutation:
signatures-firsts = Die Signatur behält von jedem Dokument die erste Zeile mit einer 1:
signatures-ask = Welche zwei Dokumente hält die Signatur für die ähnlichsten?
signatures-both = Das wahre Jaccard und der Anteil gleicher Zeilen der Signatur:
signatures-true = wahr
signatures-signed = Signatur
signatures-pass = Keine Permutation wird je gebildet: Jede Zeile wird in einem Durchgang gehasht, und jeder Platz behält das Kleinste. Am Anfang ist jeder Platz ∞.
signatures-pass-ask = Welches ist die größte Zahl, die nach dem Durchgang in den Plätzen steht?
signatures-row = Zeile { $row } geht nach { $goes }; sie steht in: { $documents }.
signatures-rest = Nach den übrigen { $n } Zeilen:

race-counted = Gezählt: { $shared } von { $union } Schindeln sind gemeinsam, { $share }.
race-certain = Jede Permutation sagt dasselbe: Die Schätzung ist vom ersten Zug an { $share }, ohne Fehler. Nehmen Sie zwei Texte, die sich zum Teil gleichen.
race-ask = Wie viele Permutationen muss man ziehen, bis 95 von 100 Läufen höchstens ±0,05 daneben liegen?
race-formula = { $n }: Der Fehler eines Laufs ist { $z } · √(J(1−J)/n) mit J = { $share }; nach { $n } Zügen ist er { $within }. Für den halben Fehler braucht es viermal so viele.
race-plot = Anteil der Permutationen mit gleichen Minima
race-draws = Züge
race-equal = gleich
race-band = 95 von 100 Läufen
race-run = dieser Lauf
race-at = Nach { $draws } Zügen: { $equal } gleiche = { $share }. Gezählt { $counted }, Theorie ±{ $error }.
race-threshold = Als Anzahl: { $draws } Züge bei { $threshold } sind mindestens { $needed } gleiche.
race-seats = { $seats } Plätze sind { $seats } Startwerte. Nach { $draws } Zügen liegen { $inside } davon zwischen { $low } und { $high }:
race-outside = Außerhalb liegen die Plätze { $seats }. Etwa einer von zwanzig ist dort zu erwarten.
race-rivals = Fehler der Schätzung über { $seats } Plätze, mit je { $draws } Werten:
race-minhash = Permutationen (Min-Hash)
race-oph = eine Permutation, in Fächern
race-fss = Fast Similarity Sketch
race-subset = zufällige Teilmenge
race-subset-none = Die zufällige Teilmenge aus Aufgabe 19.9 nimmt ebenso viele Schindeln einer Sammlung von { $universe }: Bei { $none } von { $seats } Plätzen ist keine Schindel dieser beiden Texte darin, und es gibt keine Schätzung (Aufgabe 19.10).

buckets-bands = Eine Skizze von { $values } Werten wird in { $bands } Bänder zu { $rows } geschnitten. Jedes Band wird in einen eigenen Eimer gehasht.
buckets-pair = Die beiden haben { $share } gemeinsam, gezählt.
buckets-ask = Treffen sich { $a } und { $b } in einem Eimer?
buckets-band = Band { $band }
buckets-more = … und { $n } weitere Bänder.
buckets-met = { $a } und { $b } treffen sich in { $met } von { $bands } Bändern. Eines genügt.
buckets-plot = Welche Paare Kandidaten werden
buckets-candidate = P(Kandidat)
buckets-dot = dieses Paar
buckets-curve = P(Kandidat) = 1 − (1 − J^{ $rows })^{ $bands }: bei J = { $share } ist das { $chance }.
buckets-bandings = Dieselben 200 Werte anders geschnitten, Bänder × Werte:
buckets-super = 6 Super-Schindeln zu 14
buckets-super-explained = Super-Schindeln verlangen zwei gleiche von sechs, jede aus 14 Werten: Nur fast gleiche Texte kommen durch.
buckets-missed = { $bands } Bänder zu { $rows }: Von Paaren an der Schwelle { $threshold } fehlt ein Anteil von { $missed }; von Paaren bei { $unlike } wird ein Anteil von { $wasted } vergeblich verglichen.
buckets-verified = Jeder Kandidat wird danach genau gezählt: Ein Eimer kann Arbeit vergeuden, aber kein falsches Paar machen.

chain-words = { $n } { $n ->
    [one] Wort
   *[other] Wörter
}
chain-pairs = Paare, die mindestens { $threshold } gemeinsam haben: { $n }.
chain-ask = { $a } und { $b } sind in einem Cluster. Sind sie fast gleich?
chain-ends = { $a } und { $b } haben nur { $share } gemeinsam: eine Kette.
chain-no-chain = Die unähnlichsten eines Clusters, { $a } und { $b }, haben { $share } gemeinsam: keine Kette.
chain-no-cluster = Kein Paar erreicht die Schwelle: Jeder Text steht für sich.
chain-union-find = Union-Find, das stärkste Paar zuerst. Eine Wurzel ist ihr eigener Vorgänger:
chain-join = Wurzeln { $a } und { $b }: verbinden
chain-known = eine Wurzel, { $a }: nichts zu tun
chain-head-similarity = Ähnlichkeit
chain-head-pair = Paar
chain-head-step = Schritt
chain-head-parents = Vorgänger
chain-head-forest = Wald
chain-never = Das nächste Paar hat { $share } gemeinsam: unter der Linie, so dass { $n } { $n ->
    [one] Paar
   *[other] Paare
} nie gefragt { $n ->
    [one] wird
   *[other] werden
}.
chain-clusters = Bei { $threshold } gibt es { $n ->
    [0] keinen Cluster.
    [one] einen Cluster.
   *[other] { $n } Cluster.
}
chain-bridge = Die schwächste Brücke ist { $a } – { $b } bei { $share }: Dort geschnitten zerfällt er in { $left } und { $right }.
chain-count-ask = Die Linie rückt auf { $threshold }. Wie viele Gruppen gibt es, einzelne Texte mitgezählt?
chain-moved = Gruppen bei { $threshold }:
chain-complete = Complete Linkage bei { $threshold }: Je zwei einer Gruppe sind fast gleich.

simhash-votes = Jedes der { $words } Wörter von { $name } stimmt mit seinem Hashwert über jedes Bit ab; hier die untersten { $bits } von 64:
simhash-sum = Summe
simhash-bit = Bit
simhash-ask = In wie vielen von 64 Bits unterscheiden sich die beiden Fingerabdrücke?
simhash-distance = Bits sind verschieden. Die beiden Texte haben { $share } ihrer Schindeln gemeinsam, gezählt.
simhash-near = Höchstens { $near }: ein Kandidat.
simhash-far = Mehr als { $near }: kein Kandidat, was auch die Schindeln sagen.
simhash-angle = SimHash schätzt einen Winkel zwischen Wortzahlen. Die Reihenfolge der Wörter sieht er nicht.
simhash-given = Fingerabdrücke von { $bits } Bit, mit ihren Nummern:
simhash-nearest-ask = Welche zwei unterscheiden sich in den wenigsten Bits?
simhash-within = Diese unterscheiden sich in höchstens { $near } Bits, alle anderen Paare in mindestens { $next }.
simhash-sorted = Nach dem Wert sortiert, dazwischen die Bits, in denen sich Nachbarn unterscheiden:
simhash-rotated = Um { $bits } Bit nach links gedreht und neu sortiert:
simhash-neighbours = { $n } { $n ->
    [one] Nachbarpaar unterscheidet
   *[other] Nachbarpaare unterscheiden
} sich in höchstens { $near } Bits. Was nicht benachbart ist, wird in dieser Ordnung nicht gefunden.
simhash-values = Hashwerte der Schindeln:
simhash-modulus-ask = Wie viele davon sind 0 mod { $modulus }?
simhash-sample = { $n } von { $all } sind 0 mod { $modulus }. Sie sind die Stichprobe, die für den Text steht:

why-collection = Eine Sammlung hat { $n } Dokumente. Welche davon sind fast gleich?
why-ask = { $n } Dokumente: Wie viele Paare sind zu vergleichen?
why-pairs = Paare von { $n } Dokumenten: n (n − 1) / 2.
why-time = Bei { $rate } Vergleichen in der Sekunde dauern sie alle { $time }.
why-under-a-second = weniger als eine Sekunde
why-time-seconds = { $n } { $n ->
    [one] Sekunde
   *[other] Sekunden
}
why-time-minutes = { $n } { $n ->
    [one] Minute
   *[other] Minuten
}
why-time-hours = { $n } { $n ->
    [one] Stunde
   *[other] Stunden
}
why-time-days = { $n } { $n ->
    [one] Tag
   *[other] Tage
}
why-time-years = { $n } { $n ->
    [one] Jahr
   *[other] Jahre
}
why-storage = Eine Liste von allen, 16 Byte je Paar, belegt { $storage }.
why-growth = Zehnmal so viele Dokumente sind hundertmal so viele Paare (Balken nach Zehnerpotenzen):
why-way-out = Fast alle Paare haben nichts gemeinsam. Der Ausweg ist, die anderen zu finden, ohne überhaupt hinzusehen: Schindeln, Skizzen, Eimer.

mirrors-unseen = Zwei Sammlungen kann man durchsuchen, aber nicht lesen. Wie groß ist die eine, gemessen an der anderen?
mirrors-shares = Von Dokumenten, die aus A gezogen sind, findet sich ein Anteil von { $forth } in B. Von Dokumenten aus B findet sich ein Anteil von { $back } in A.
mirrors-ask = Wie groß ist |A| / |B|?
mirrors-formula = |A| / |B| = { $back } / { $forth }: Was beide haben, sind von beiden Seiten gesehen gleich viele Dokumente.
mirrors-why = |A ∩ B| = Anteil von A · |A| = Anteil von B · |B|.
mirrors-drawn = Gezogen: je { $n } Dokumente aus zwei erfundenen Sammlungen, A mit { $a } Dokumenten und B mit { $b }, { $both } in beiden.
mirrors-forth = aus A, in B gefunden
mirrors-back = aus B, in A gefunden
mirrors-inside = |A| / |B| ist etwa { $value }, mit 95 % zwischen { $low } und { $high }. Es ist { $truth }.
mirrors-outside = |A| / |B| ist etwa { $value }, mit 95 % zwischen { $low } und { $high }. Es ist { $truth }: eine der Stichproben, etwa eine von zwanzig, die es verfehlen.
mirrors-nothing = In einer der Stichproben fand sich nichts Gemeinsames: Sie begrenzen das Verhältnis nicht. Ziehen Sie mehr.

own-ask = Fände das Verfahren { $a } und { $b } bei { $threshold } als fast gleich?
own-jaccard = Jaccard, gezählt
own-estimate = Schätzung aus 200 Werten, 95-%-Intervall
own-candidate = P(Kandidat)
own-simhash = Bits, in denen SimHash verschieden ist
own-caught = { $share } erreicht { $threshold }: fast gleich.
own-missed = { $share } liegt unter { $threshold }: nicht als fast gleich gefunden.
own-blind = Das Verfahren sieht Wörter hintereinander, keinen Sinn. Ein Text, in dem jedes dritte Wort durch ein anderes mit gleicher Bedeutung ersetzt ist, behält seinen Sinn und verliert jede Schindel aus drei oder mehr Wörtern.

notes-answers = Antworten
notes-answer = Antwort { $question }: { $answer }
notes-open = offene Frage
