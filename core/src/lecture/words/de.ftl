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
dial-permutations = { $n } { $n ->
    [one] Permutation
   *[other] Permutationen
}
dial-draws = { $n } { $n ->
    [one] Zug
   *[other] Züge
}
dial-rows = { $n } { $n ->
    [one] Wert
   *[other] Werte
} je Band
dial-threshold = Schwelle { $n }
dial-rotation = um { $n } gedreht
dial-documents = { $n } { $n ->
    [one] Dokument
   *[other] Dokumente
}
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

shingles-ask = Beide werden in Folgen von { $k } Wörtern zerlegt. Welchen Anteil der Folgen haben sie gemeinsam?
shingles-ask-slip = Beide werden in Folgen von { $k } Wörtern zerlegt. Welchen Anteil der Folgen haben sie gemeinsam? Jemand zählt { $slip }. Und Sie?
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
shingles-slip = { $slip } zählt eine Wiederholung auf einer Seite mit: ein Versehen. Es ist weder die Menge noch die Multimenge.
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
race-ask = Jeder Zug sagt gleich oder ungleich. Nach wie vielen Zügen liegt der Anteil der gleichen in 95 von 100 Läufen höchstens ±0,05 neben { $share }?
race-formula = { $n }: Der Fehler eines Laufs ist { $z } · √(J(1−J)/n) mit J = { $share }; nach { $n } Zügen ist er { $within }. Für den halben Fehler braucht es viermal so viele.
race-plot = Anteil der Permutationen mit gleichen Minima
race-draws = Züge
race-equal = gleich
race-band = 95 von 100 Läufen
race-run = dieser Lauf
race-at = Nach { $draws } Zügen: { $equal } gleiche = { $share }. Gezählt { $counted }, Theorie ±{ $error }.
race-threshold = Für Beinahe-Duplikate bei { $threshold } müssen mindestens { $needed } von { $draws } Zügen gleich sein.
race-seats = { $seats } Plätze sind { $seats } Startwerte. Nach { $draws } Zügen liegen { $inside } davon zwischen { $low } und { $high }:
race-seat = Platz
race-ends = Wo die Plätze enden
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

buckets-collection = von { $pairs } Paaren der { $documents } Texte des Demo-Korpus werden von { $bands } Bändern zu { $rows } vorgeschlagen und gezählt.
buckets-found = Von den { $near } Paaren an oder über { $threshold } sind { $found } darunter.
buckets-manuals = Wären { $n } Dokumente wie diese, würden { $proposed } ihrer { $all } Paare gezählt: dahin führt die erste Zahl.

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
chain-bridge = Die schwächste Brücke ist { $a } – { $b } bei { $share }: Dort geschnitten zerfällt ihr Cluster in { $left } und { $right }.
chain-count-ask = Die Linie rückt auf { $threshold }. Wie viele Gruppen gibt es, einzelne Texte mitgezählt?
chain-moved = Gruppen bei { $threshold }:
chain-complete = Complete Linkage bei { $threshold }: Je zwei einer Gruppe sind fast gleich.

simhash-votes = Jedes der { $words } Wörter von { $name } stimmt mit seinem Hashwert über jedes Bit ab; hier die untersten { $bits } von 64:
simhash-rest = Rest ×{ $n }
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
mirrors-drawn = Gezogen: je { $n } { $n ->
    [one] Dokument
   *[other] Dokumente
} aus zwei erfundenen Sammlungen, A mit { $a } Dokumenten und B mit { $b }, { $both } in beiden.
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

stage-b-bit = Skizzen aus wenigen Bits
stage-sketches = Arten von Skizzen
stage-containment-sketches = Stichproben für Enthaltensein
stage-winnowing = Winnowing

dial-bits = { $n } { $n ->
    [one] Bit
   *[other] Bits
} je Wert
dial-modulus = 0 mod { $n }
dial-window = Fenster von { $n }

b-bit-keeps = Eine Skizze aus { $values } Werten zu 32 Bits belegt { $whole } Byte. Mit den untersten { $bits } von jedem belegt sie { $bytes }:
b-bit-whole = alle Bits
b-bit-kept = unterste { $bits }
b-bit-ask = An { $equal } von { $values } Stellen sind alle 32 Bits gleich. An wie vielen die untersten { $bits }?
b-bit-agree = Stellen stimmen überein. Ungleiche Werte tun es zufällig mit Wahrscheinlichkeit { $chance }; ohne das ist die Schätzung { $estimate }. Gezählt: { $counted }.
b-bit-formula = J wird geschätzt als (P − C) / (1 − C), mit P dem übereinstimmenden Anteil und C = 2^−{ $bits } = { $chance }.
b-bit-sizes = { $values } Werte, nach den Bits, die jeder behält:
b-bit-head-bits = Bits
b-bit-head-bytes = Byte
b-bit-head-estimate = Schätzung
b-bit-head-error = Fehler
b-bit-head-values = Werte in den Byte von 32 Bits
b-bit-head-same = Fehler
b-bit-trade = Weniger Bits machen den Fehler eines Werts größer. In denselben Byte ist Platz für mehr Werte, und bei ähnlichen Texten überwiegt das.

sketches-kinds = Vier Arten von Skizzen mit je { $values } Werten, für zwei Texte mit zusammen { $union } Schindeln, die { $share } gemeinsam haben.
sketches-ask = Welche hatte über { $seats } Startwerte den kleinsten Fehler?
sketches-minhash = Min-Hash
sketches-fss = Fast-Similarity-Skizze
sketches-oph = eine Permutation, in Fächern
sketches-superminhash = SuperMinHash
sketches-measured = Fehler der Schätzung über { $seats } Startwerte, mit je { $values } Werten:
sketches-head-kind = Art
sketches-head-measured = gemessen
sketches-head-theory = Theorie
sketches-head-how = wie sie entsteht
sketches-minhash-how = eine Permutation je Wert
sketches-fss-how = Runden, bis kein Fach leer ist
sketches-oph-how = ein Hash, Fächer aufgefüllt
sketches-superminhash-how = eine Permutation je Schindel
sketches-why = Zwei Werte von Min-Hash können von einer Schindel kommen. Fast-Similarity-Skizzen und SuperMinHash verteilen die Schindeln auf die Werte, so dass ihr Fehler bei kurzen Texten kleiner ist.

mod-keeps = Von jedem Text bleiben die Schindeln, deren Hashwert 0 mod { $p } ist:
mod-head-text = Text
mod-head-all = Schindeln
mod-head-kept = behalten
mod-head-p = mod
mod-head-kept-a = behalten von A
mod-head-kept-b = behalten von B
mod-head-b-in-a = B in A
mod-head-a-in-b = A in B
mod-nothing = Mod { $p } bleibt nichts von { $name }: die Stichprobe sagt nichts darüber. Eine kleinere Zahl wählen.
mod-ask = Die beiden Stichproben haben { $shared } gemeinsam. Wie viel von { $b } steht in { $a }?
mod-estimate = der Stichprobe von { $b } sind auch in der von { $a }: { $estimate }. Gezählt: { $counted }.
mod-b-in-a = B in A, nach Stichproben
mod-a-in-b = A in B, nach Stichproben
mod-counted = gezählt
mod-grows = Die Stichprobe eines langen Textes ist lang. Eine Skizze hat von jedem Text 200 Werte und sagt daher wenig darüber, wie viel eines kurzen in einem langen steht.
mod-by-p = Was andere Zahlen behalten, und was sie sagen:

winnow-window = Fenster von { $w } Schindeln von { $name }, nach den oberen 10 Bits ihrer Hashwerte; von jedem bleibt der kleinste:
winnow-head-number = Fenster
winnow-head-hashes = Hashwerte
winnow-head-least = die kleinste
winnow-ask = { $name } hat { $all } Schindeln. Wie viele davon behält irgendein Fenster?
winnow-kept = Schindeln bleiben, jede einmal: { $count } von { $all }.
winnow-promise = Je { $words } Wörter hintereinander ergeben ein Fenster von { $w }. Haben beide Texte sie, behalten beide dort denselben kleinsten Hashwert.
winnow-shared = A und B behalten { $shared } Hashwerte gemeinsam.
winnow-by-width = Breitere Fenster behalten weniger und versprechen weniger:
winnow-head-window = Fenster
winnow-head-words = findet Folgen von
winnow-head-kept-a = behalten von A
winnow-head-kept-b = behalten von B
winnow-head-shared = gemeinsam

notes-answer = Antwort { $question }: { $answer }
notes-open = offene Frage



screen-votes = { $n ->
    [one] eine Stimme
   *[other] { $n } Stimmen
}
screen-reveal = Die Antwort ist { $number }: { $answer }
screen-open = Die Klasse entscheidet.
screen-computing = rechnet …
screen-step = { $step } von { $steps }
screen-type = Text { $name }: tippen oder einfügen
screen-typed = { $words ->
    [one] ein Wort
   *[other] { $words } Wörter
}

term-near-duplicate = Beinahe-Duplikat
term-near-duplicate-says = Ein Text, der fast derselbe ist wie ein anderer: eine neue Auflage, eine Kopie mit anderer Fußzeile. Wie nah nah ist, legt eine Schwelle fest.
term-pair = Paar
term-pair-says = Zwei Dokumente, die zusammen betrachtet werden. n Dokumente ergeben n (n − 1) / 2 Paare, zehnmal so viele Dokumente also hundertmal so viele Paare.
term-candidate = Kandidat
term-candidate-says = Ein Paar, das ein billiges Verfahren vorschlägt. Es wird danach genau gezählt, so dass ein falscher Vorschlag nur Zeit kostet.
term-exact = genau, gezählt
term-exact-says = Eine Zahl, die aus allen Schindeln beider Texte gezählt ist. Sie hat keinen Fehler, aber für jedes Paar dauert das zu lange.
term-shingle = Schindel
term-shingle-says = k Wörter hintereinander. Ein Text gilt als die Menge seiner Schindeln, so dass ein geändertes Wort höchstens k von ihnen trifft.
term-k = k
term-k-says = Wie viele Wörter eine Schindel hat. Ein kleines k findet zufällige Ähnlichkeit, ein großes verliert Texte, in denen Wörter geändert wurden.
term-set = Menge
term-set-says = Jede Schindel zählt einmal, so oft sie auch im Text steht. Daraus wird die Ähnlichkeit hier gezählt.
term-bag = Multimenge
term-bag-says = Jede Schindel zählt so oft, wie sie im Text steht. Wiederholungen machen zwei Texte dann unähnlicher, als ihre Mengen sagen.
term-jaccard = Jaccard
term-jaccard-says = Gemeinsame Schindeln geteilt durch alle Schindeln der beiden Texte. Bei gleichen Mengen ist es 1, ohne gemeinsame Schindeln 0.
term-containment = Enthaltensein
term-containment-says = Der Anteil der Schindeln eines Textes, die im anderen stehen. So findet man einen Auszug in einem langen Text, wo Jaccard klein ist.
term-union = Vereinigung
term-union-says = Alle Schindeln, die in wenigstens einem der beiden Texte stehen. Was in keinem steht, zählt nicht.
term-hash = Hashwert
term-hash-says = Eine Zahl, die aus einer Schindel berechnet wird und zufällig aussieht. Dieselbe Schindel hat in jedem Text dieselbe Zahl.
term-permutation = Permutation
term-permutation-says = Ein Mischen aller Zahlen, das für jeden Text dasselbe ist. Jede ist eine Ziehung: sie stellt eine Schindel der Vereinigung nach vorn.
term-minimum = Minimum
term-minimum-says = Die kleinste Zahl eines Textes unter einer Permutation. Zwei Texte haben dieselbe mit einer Wahrscheinlichkeit, die ihr Jaccard ist.
term-estimate = Schätzung
term-estimate-says = Der Anteil der Ziehungen, in denen beide Minima gleich sind. Er liegt beim gezählten Wert, und näher, je mehr Ziehungen es sind.
term-interval = Intervall
term-interval-says = Der Bereich, in dem die Schätzung von 95 unter 100 Läufen liegt. Nach viermal so vielen Ziehungen ist er halb so breit.
term-seed = Startwert
term-seed-says = Die Zahl, von der aller Zufall ausgeht. Derselbe Startwert gibt auf jedem Rechner dasselbe Bild.
term-one-permutation = eine Permutation, in Fächern
term-one-permutation-says = Ein einziges Mischen, in Fächer geteilt, von denen jedes seine kleinste Zahl behält. Es kostet einen Durchgang, wo Min-Hash einen für jeden Wert kostet.
term-subset = zufällige Teilmenge
term-subset-says = Derselbe kleine Teil aller Schindeln, für jeden Text. Von zwei kurzen Texten bleibt oft nichts, und dann gibt es keine Schätzung.
term-matrix = Matrix
term-matrix-says = Eine Zeile für jede Schindel, eine Spalte für jedes Dokument, und eine 1, wo das Dokument sie hat. Sie wird nie gespeichert, denn fast alles ist 0.
term-signature = Signatur
term-signature-says = Die Minima eines Dokuments unter mehreren Permutationen, untereinander. Zwei Spalten stimmen in etwa so vielen Zeilen überein, wie Jaccard sagt.
term-row-hash = Zeilenhash
term-row-hash-says = Eine Funktion, die jeder Zeile statt einer Permutation eine neue Nummer gibt. Ein Durchgang durch die Zeilen mit Einsen füllt alle Plätze.
term-sketch = Skizze
term-sketch-says = Eine kurze Liste von Zahlen, die für einen Text steht, hier 200. Verglichen werden Skizzen statt Texte.
term-band = Band
term-band-says = Einige Werte einer Skizze zusammen. Zwei Texte stimmen in einem Band nur überein, wenn alle seine Werte gleich sind.
term-bucket = Eimer
term-bucket-says = Alle Dokumente mit denselben Werten in einem Band. Wer einen Eimer teilt, ist Kandidat, und sonst wird niemand verglichen.
term-s-curve = S-Kurve
term-s-curve-says = Die Wahrscheinlichkeit, dass ein Paar Kandidat wird, über seinem Jaccard. Mehr Zeilen im Band rücken die Stufe nach rechts.
term-super-shingle = Super-Schindel
term-super-shingle-says = Eine Folge von Werten einer Skizze als eine Zahl. Verlangt werden zwei gleiche von sechs, was nur fast gleiche Texte haben.
term-cluster = Gruppe
term-cluster-says = Dokumente, die durch Paare an oder über der Schwelle verbunden sind. Zwei von ihnen müssen einander nicht ähneln.
term-threshold = Schwelle
term-threshold-says = Die Ähnlichkeit, von der an zwei Texte als Beinahe-Duplikate gelten. Wer sie verschiebt, verbindet Gruppen oder trennt sie.
term-union-find = Union-Find
term-union-find-says = Ein Weg, Gruppen zu verbinden: jede hat eine Wurzel, und ein Paar verbindet die Wurzeln seiner Enden. Er braucht kaum mehr als einen Blick auf jedes Paar.
term-chain = Kette
term-chain-says = Eine Gruppe, von der einige Mitglieder unter der Schwelle liegen. Jedes ähnelt dem nächsten, aber die Enden haben wenig gemeinsam.
term-bridge = Brücke
term-bridge-says = Ein Paar, ohne das eine Gruppe in zwei zerfällt. An der schwächsten wird eine Kette zuerst geschnitten.
term-complete-linkage = vollständige Verknüpfung
term-complete-linkage-says = Gruppen werden nur verbunden, wenn je zwei ihrer Mitglieder an oder über der Schwelle liegen. Sie hat keine Ketten, hängt aber von der Reihenfolge ab.
term-dendrogram = Dendrogramm
term-dendrogram-says = Ein Baum aller Verbindungen, jede bei ihrer Ähnlichkeit. Eine Linie quer hindurch gibt die Gruppen einer Schwelle.
term-representative = Vertreter
term-representative-says = Das Dokument einer Gruppe, das allen anderen am nächsten ist. Es steht in Listen für die Gruppe.
term-fingerprint = Fingerabdruck
term-fingerprint-says = 64 Bits, die für einen Text stehen. Ähnliche Texte unterscheiden sich in wenigen.
term-vote = Stimme
term-vote-says = Jedes Wort zählt mit seinem Hashwert, Bit für Bit: plus eins für eine 1, minus eins für eine 0. Das Vorzeichen der Summe ist das Bit des Fingerabdrucks.
term-distance = Abstand
term-distance-says = In wie vielen Bits sich zwei Fingerabdrücke unterscheiden. Bis zu 3 von 64 gelten sie als Beinahe-Duplikate.
term-rotation = Rotation
term-rotation-says = Alle Fingerabdrücke werden um einige Bits gedreht und neu sortiert. Zwei, die sich in niedrigen Bits unterscheiden, stehen dann nebeneinander.
term-sample = Stichprobe
term-sample-says = Einige Dokumente, aus einer Sammlung gezogen. Jedes wird in der anderen Sammlung gesucht.
term-relative-size = relative Größe
term-relative-size-says = Wie groß eine Sammlung ist, gemessen an der anderen. Sie folgt aus den beiden gefundenen Anteilen, ohne eine von beiden zu lesen.
term-not-read = nicht gelesen
term-not-read-says = Eine Datei oder Zeile, die sich nicht als Text lesen ließ, mit dem Grund. Sie geht in keine Zahl ein, also erst hier nachsehen.
term-same = gleich, identisch
term-same-says = Dokumente mit denselben Wörtern in derselben Reihenfolge. Eines davon wird mit anderen verglichen, die übrigen folgen ihm.
term-own = eigen
term-own-says = Schindeln eines Dokuments, die in keinem anderen stehen. Sind alle eigen, ist nichts wörtlich abgeschrieben.
term-mask = Maske
term-mask-says = Text, der nicht verglichen wird, etwa ein Zitat oder eine Vorlage. Die Zahlen sind dann die des übrigen Textes.
term-common-block = gemeinsamer Block
term-common-block-says = Eine Stelle, die viele Dokumente enthalten, etwa eine Lizenz oder eine Fußzeile. Sie macht Dokumente ähnlich, die sonst nichts gemeinsam haben.
term-passage = Stelle
term-passage-says = Eine Folge von Wörtern, die in beiden Texten steht, mit kleinen Änderungen darin. Ein Leser würde sie als eine Stelle anstreichen.
term-source = Quelle
term-source-says = Ein Dokument, das Teile des vorliegenden Textes enthält. Welches von beiden zuerst da war, sagen die Wörter nicht.
term-b-bit = b-Bit-Skizze
term-b-bit-says = Eine Skizze, die von jedem Wert nur die untersten b Bits behält. Sie ist kleiner, und zufällig gleiche Werte werden herausgerechnet.
term-fast-similarity = Fast-Similarity-Skizze
term-fast-similarity-says = Eine Skizze, deren leere Fächer in weiteren Runden gefüllt werden. Sie ist so schnell wie eine einzige Permutation und hat keine leeren Fächer.
term-containment-sketch = Enthaltensein-Skizze
term-containment-sketch-says = Die Schindeln, deren Hashwert durch p teilbar ist. Ihre Zahl wächst mit dem Text, so dass sie einen Auszug in einem langen Text zeigen.
term-winnowing = Winnowing
term-winnowing-says = Von jedem Fenster aus Schindeln bleibt der kleinste Hashwert. Jede gemeinsame Stelle von einiger Länge hinterlässt einen gemeinsamen.
term-precision = Genauigkeit
term-precision-says = Der Anteil der gefundenen Paare, die richtig sind. Verfahren, die jeden Kandidaten nachzählen, finden kein falsches Paar.
term-recall = Ausbeute
term-recall-says = Der Anteil der richtigen Paare, die gefunden werden. Bänder mit wenigen Zeilen finden mehr davon und vergleichen mehr vergeblich.
term-kept-from = behalten ab
term-kept-from-says = Die Ähnlichkeit, bis zu der hinab Paare behalten werden. Bis dorthin lässt sich die Schwelle ohne neue Suche verschieben.
term-single-linkage = einfache Verknüpfung
term-single-linkage-says = Ein Paar an oder über der Schwelle genügt, um zwei Gruppen zu verbinden. So entstehen Gruppen, wenn nichts anderes eingestellt ist.
term-kept-copy = behaltenes Exemplar
term-kept-copy-says = Das Dokument, das bleibt, wenn von jedem Beinahe-Duplikat ein Exemplar behalten wird. Die anderen fallen weg, jedes mit dem, das für es steht.
term-decision = Entscheidung
term-decision-says = Was ein Mensch über ein Paar, ein Dokument oder eine Gruppe sagt: abgeschrieben, zulässig, Vorlage, verschieden oder unsicher. Sie steht im Journal und gilt den Texten, nicht ihren Namen.
term-mirror = Spiegel
term-mirror-says = Ein Ordner oder Rechner, der die Dokumente eines anderen enthält. Der Anteil sagt, wie viele seiner Dokumente am selben Ort einen Zwilling haben.
term-index = Index
term-index-says = Was von einem Korpus zwischen zwei Läufen bleibt: Wörter, Skizzen, Paare, Volltext. Nur geänderte Dateien werden neu gelesen.
term-exact-join = vollständiger Abgleich
term-exact-join-says = Ein Verfahren, das alle Paare an oder über der Schwelle findet, keines fehlt. Es überspringt nur Paare, die sie nicht erreichen können.
term-disguised = getarnt
term-disguised-says = Ein Text mit Buchstaben anderer Schriften, die gleich aussehen, oder mit Zeichen, die niemand sieht. Seine Wörter passen dann zu keinem anderen Text. In Listen steht ‡ vor seinem Namen.
