# Phrases du cours en français. Les mots des textes ne figurent jamais dans ce fichier.

stage-why = Pourquoi
stage-shingles = Bardeaux
stage-sets = Jaccard et inclusion
stage-permutation = Une permutation
stage-race = La course
stage-signatures = Matrice des signatures
stage-buckets = Seaux
stage-chain = Une chaîne
stage-simhash = SimHash
stage-mirrors = Tailles et miroirs
stage-own-text = Votre propre texte

dial-k = k { $n }
dial-permutation = permutation { $n }
dial-permutations = { $n } { $n ->
    [one] permutation
   *[other] permutations
}
dial-draws = { $n } { $n ->
    [one] tirage
   *[other] tirages
}
dial-rows = { $n } { $n ->
    [one] valeur
   *[other] valeurs
} par bande
dial-threshold = seuil { $n }
dial-rotation = rotation de { $n }
dial-documents = { $n } { $n ->
    [one] document
   *[other] documents
}
dial-sample = échantillons de { $n }

plain-answer = Réponse { $number } : { $answer }
plain-least = (la plus petite)
plain-merge = { $left } et { $right } fusionnent à { $at }
plain-merge-below = { $left } et { $right } fusionneraient à { $at }, sous le seuil
plain-meet = se rencontrent
yes = oui
no = non

text-without-words = { $name } n’a pas de mots, donc pas de bardeaux, et ne ressemble à rien.
text-too-short = { $name } a { $words } { $words ->
    [one] mot
   *[other] mots
}, moins que k = { $k }. Le texte entier est son seul bardeau.
text-sampled = { $name } a { $words } mots. Ce cours prend les { $taken } premiers.
texts-identical = Les deux textes ont les mêmes mots dans le même ordre.
and-more = … et { $n } autres.
and-more-words = … et { $n } { $n ->
    [one] autre mot
   *[other] autres mots
}.

shingles-ask = On coupe les deux en suites de { $k } mots. Quelle part des suites ont-ils en commun ?
shingles-ask-slip = On coupe les deux en suites de { $k } mots. Quelle part des suites ont-ils en commun ? Quelqu’un compte { $slip }. Et vous ?
shingles-window = Fenêtre { $window } sur { $windows } : { $k ->
    [one] chaque mot est un bardeau.
   *[other] { $k } mots de suite sont un bardeau.
}
shingles-again = De nouveau le bardeau { $shingle } : dans un ensemble il compte une fois, dans un multiensemble deux fois.
shingles-counts = { $name } : { $words } { $words ->
    [one] mot
   *[other] mots
}, { $windows } { $windows ->
    [one] fenêtre
   *[other] fenêtres
}, { $different } différentes.
shingles-shingle = bardeau
shingles-both = les deux
shingles-only-a = A seul
shingles-only-b = B seul
shingles-sets = En tant qu’ensembles, ils ont { $shared } bardeaux sur { $union } en commun : { $share }.
shingles-bags = En tant que multiensembles, chaque répétition compte : { $shared } sur { $union }, { $share }.
shingles-slip = { $slip } compte une répétition, d’un seul côté : une erreur. Ce n’est ni l’ensemble ni le multiensemble.
shingles-change-ask = Changez un mot de B. Combien de ses bardeaux cela peut-il coûter au plus ?
shingles-change = Un mot changé figure dans { $k } bardeaux au plus. Ici il en coûte jusqu’à { $most } sur { $all } :
shingles-by-k = Plus les bardeaux sont longs, moins deux textes différents ont en commun :

equal = ÉGAL
unlike = différent
counted = compté

permutation-numbers = Chaque bardeau a un nombre, sa valeur de hachage, entre 0 et 2^64 :
permutation-moves = La permutation { $permutation } des 32 bits supérieurs les déplace tous, de la même façon dans chaque texte :
permutation-lines = Chaque texte n’a que ses propres bardeaux :
permutation-ask = Permutation { $permutation } : les deux textes ont-ils le même plus petit nombre ?
permutation-least = Le plus petit de { $name } : { $shingle }, « { $words } », nombre { $value }.
permutation-no-minimum = Un texte sans bardeaux n’en a pas de plus petit.
permutation-first = Lequel de tous les bardeaux vient le premier ? Chacun avec la même probabilité :
permutation-theorem = P(égal) = C11 / (C11 + C10 + C01) = { $both } / ({ $both } + { $onlya } + { $onlyb }) = { $share } : c’est Jaccard.
permutation-so-far = { $equal } permutations sur { $all } ont eu jusqu’ici des minima égaux : { $share }, compté { $counted }.
permutation-estimate = égaux jusqu’ici

sets-rows = Chaque bardeau d’un des textes est une ligne ; 1 là où le texte l’a :
sets-given = Chaque élément est une ligne ; 1 là où l’ensemble l’a :
sets-ask = À quel point A et B se ressemblent-ils ?
sets-counts = Dans les deux (C11) { $both }, dans A seul (C10) { $onlya }, dans B seul (C01) { $onlyb }, dans aucun (C00) { $neither }. Les lignes qui ne sont dans aucun ne comptent pas.
sets-formula = Jaccard = C11 / (C11 + C10 + C01) = { $fraction } = { $share }
sets-jaccard = Jaccard
sets-a-in-b = part de A qui est dans B
sets-b-in-a = part de B qui est dans A
sets-excerpt-name = extrait
sets-excerpt = Et si B est un extrait de A, ici { $words } des { $all } mots de { $name } ?
sets-excerpt-ask = Quel est le Jaccard de A et de son extrait ?
sets-excerpt-hidden = Tout l’extrait est dans A, mais Jaccard est petit, parce que A est long. L’inclusion le dit.

signatures-empty = Aucun texte n’a de bardeau : la matrice n’a pas de lignes.
signatures-matrix = Une colonne par document, une ligne par bardeau :
signatures-orders = Chaque permutation donne à chaque ligne un nouvel indice :
signatures-visits = Les lignes sont visitées dans ces ordres :
signatures-minima = La signature garde de chaque document le plus petit nouvel indice sous chaque permutation :
signatures-firsts = La signature garde de chaque document la première ligne qui a un 1 :
signatures-ask = Quels deux documents la signature tient-elle pour les plus semblables ?
signatures-both = Le vrai Jaccard, et la part de lignes égales de la signature :
signatures-true = vrai
signatures-signed = signature
signatures-pass = Aucune permutation n’est jamais faite : chaque ligne est hachée, en une passe, et chaque case garde le plus petit. Au début, chaque case est ∞.
signatures-pass-ask = Quel est le plus grand nombre qui reste dans les cases après la passe ?
signatures-row = La ligne { $row } va à { $goes } ; elle est dans : { $documents }.
signatures-rest = Après les { $n } autres lignes :

race-counted = Compté : { $shared } bardeaux sur { $union } sont communs, { $share }.
race-certain = Chaque permutation dit la même chose : l’estimation est { $share } dès le premier tirage, sans erreur. Prenez deux textes qui se ressemblent en partie.
race-ask = Chaque tirage dit égal ou non. Après combien de tirages la part des égaux est-elle à ±0,05 près de { $share } dans 95 courses sur 100 ?
race-formula = { $n } : l’erreur d’une course est { $z } · √(J(1−J)/n), avec J = { $share } ; après { $n } tirages elle est { $within }. Pour la moitié de l’erreur, quatre fois plus de tirages.
race-plot = Part des permutations aux minima égaux
race-draws = tirages
race-equal = égaux
race-band = 95 courses sur 100
race-run = cette course
race-at = Après { $draws } tirages : { $equal } égaux = { $share }. Compté { $counted }, théorie ±{ $error }.
race-threshold = Pour être quasi-doublons à { $threshold }, au moins { $needed } tirages sur { $draws } doivent être égaux.
race-seats = { $seats } places sont { $seats } graines. Après { $draws } tirages, { $inside } d’entre elles sont entre { $low } et { $high } :
race-seat = place
race-ends = Où finissent les places
race-outside = Au dehors sont les places { $seats }. Environ une sur vingt y est attendue.
race-rivals = Erreur de l’estimation sur { $seats } places, avec { $draws } valeurs chacune :
race-minhash = permutations (min-hash)
race-oph = une permutation, en casiers
race-fss = esquisse rapide (fast similarity)
race-subset = sous-ensemble aléatoire
race-subset-none = Le sous-ensemble aléatoire de l’exercice 19.9 prend autant de bardeaux d’une collection de { $universe } : pour { $none } places sur { $seats }, aucun bardeau de ces deux textes n’y est, et il n’y a pas d’estimation (exercice 19.10).

buckets-bands = Une esquisse de { $values } valeurs est coupée en { $bands } bandes de { $rows }. Chaque bande est hachée dans un seau à elle.
buckets-pair = Les deux ont { $share } en commun, compté.
buckets-ask = { $a } et { $b } se rencontreront-ils dans un seau ?
buckets-band = bande { $band }
buckets-more = … et { $n } autres bandes.
buckets-met = { $a } et { $b } se rencontrent dans { $met } bandes sur { $bands }. Une suffit.
buckets-plot = Quelles paires deviennent candidates
buckets-candidate = P(candidate)
buckets-dot = cette paire
buckets-curve = P(candidate) = 1 − (1 − J^{ $rows })^{ $bands } : à J = { $share } c’est { $chance }.
buckets-bandings = Les mêmes 200 valeurs coupées autrement, bandes × valeurs :
buckets-super = 6 super-bardeaux de 14
buckets-super-explained = Les super-bardeaux en demandent deux égaux sur six, chacun de 14 valeurs : seuls des textes presque égaux passent.
buckets-missed = { $bands } bandes de { $rows } : des paires au seuil { $threshold }, une part de { $missed } manque ; des paires à { $unlike }, une part de { $wasted } est comparée pour rien.
buckets-verified = Chaque candidate est ensuite comptée exactement : un seau peut gaspiller du travail, mais pas faire une fausse paire.

buckets-collection = paires sur { $pairs } des { $documents } textes de la démo sont proposées par { $bands } bandes de { $rows } et comptées.
buckets-found = Des { $near } paires à { $threshold } ou plus, { $found } en font partie.
buckets-manuals = Si { $n } documents étaient comme ceux-ci, { $proposed } de leurs { $all } paires seraient comptées : voilà où mène le premier nombre.

chain-words = { $n } { $n ->
    [one] mot
   *[other] mots
}
chain-pairs = Paires qui ont au moins { $threshold } en commun : { $n }.
chain-ask = { $a } et { $b } sont dans un même groupe. Sont-ils presque identiques ?
chain-ends = { $a } et { $b } n’ont que { $share } en commun : une chaîne.
chain-no-chain = Les moins semblables d’un groupe, { $a } et { $b }, ont { $share } en commun : pas de chaîne.
chain-no-cluster = Aucune paire n’atteint le seuil : chaque texte est seul.
chain-union-find = Union-find, la paire la plus forte d’abord. Une racine est son propre parent :
chain-join = racines { $a } et { $b } : joindre
chain-known = une seule racine, { $a } : rien à faire
chain-head-similarity = similarité
chain-head-pair = paire
chain-head-step = étape
chain-head-parents = parents
chain-head-forest = forêt
chain-never = La paire suivante a { $share } en commun : sous la ligne, si bien que { $n } { $n ->
    [one] paire n’est jamais demandée
   *[other] paires ne sont jamais demandées
}.
chain-clusters = À { $threshold } il y a { $n ->
    [0] zéro groupe.
    [one] un groupe.
   *[other] { $n } groupes.
}
chain-bridge = Le pont le plus faible est { $a } – { $b } à { $share } : coupé là, le groupe se défait en { $left } et { $right }.
chain-count-ask = La ligne passe à { $threshold }. Combien de groupes y a-t-il, textes seuls compris ?
chain-moved = groupes à { $threshold } :
chain-complete = Lien complet à { $threshold } : deux textes quelconques d’un groupe sont presque identiques.

simhash-votes = Chacun des { $words } mots de { $name } vote sur chaque bit par son hachage ; ici les { $bits } plus bas sur 64 :
simhash-rest = reste ×{ $n }
simhash-sum = somme
simhash-bit = bit
simhash-ask = En combien de bits sur 64 les deux empreintes diffèrent-elles ?
simhash-distance = bits diffèrent. Les deux textes ont { $share } de leurs bardeaux en commun, compté.
simhash-near = Au plus { $near } : une paire candidate.
simhash-far = Plus de { $near } : pas candidate, quoi que disent les bardeaux.
simhash-angle = SimHash estime un angle entre des nombres de mots. Il ne voit pas leur ordre.
simhash-given = Empreintes de { $bits } bits, avec leurs numéros :
simhash-nearest-ask = Lesquelles diffèrent en le moins de bits ?
simhash-within = Celles-ci diffèrent en { $near } bits au plus, toutes les autres paires en { $next } au moins.
simhash-sorted = Triées par valeur, avec les bits en lesquels les voisines diffèrent :
simhash-rotated = Tournées de { $bits } bits à gauche et triées de nouveau :
simhash-neighbours = { $n } { $n ->
    [one] paire de voisines diffère
   *[other] paires de voisines diffèrent
} en { $near } bits au plus. Ce qui n’est pas voisin n’est pas trouvé dans cet ordre.
simhash-values = Valeurs de hachage des bardeaux :
simhash-modulus-ask = Combien d’entre elles sont 0 mod { $modulus } ?
simhash-sample = { $n } sur { $all } sont 0 mod { $modulus }. Elles sont l’échantillon qui représente le texte :

why-collection = Une collection a { $n } documents. Lesquels sont presque identiques ?
why-ask = { $n } documents : combien de paires y a-t-il à comparer ?
why-pairs = paires de { $n } documents : n (n − 1) / 2.
why-time = À { $rate } comparaisons par seconde, toutes prennent { $time }.
why-under-a-second = moins d’une seconde
why-time-seconds = { $n } { $n ->
    [one] seconde
   *[other] secondes
}
why-time-minutes = { $n } { $n ->
    [one] minute
   *[other] minutes
}
why-time-hours = { $n } { $n ->
    [one] heure
   *[other] heures
}
why-time-days = { $n } { $n ->
    [one] jour
   *[other] jours
}
why-time-years = { $n } { $n ->
    [one] an
   *[other] ans
}
why-storage = Une liste de toutes, à 16 octets la paire, prend { $storage }.
why-growth = Dix fois plus de documents font cent fois plus de paires (barres par puissances de dix) :
why-way-out = Presque toutes les paires n’ont rien en commun. L’issue est de trouver les autres sans même regarder : bardeaux, esquisses, seaux.

mirrors-unseen = Deux collections peuvent être interrogées, mais pas lues. Quelle est la taille de l’une, mesurée à l’autre ?
mirrors-shares = De documents tirés de A, une part de { $forth } se trouve dans B. De documents tirés de B, une part de { $back } se trouve dans A.
mirrors-ask = Combien vaut |A| / |B| ?
mirrors-formula = |A| / |B| = { $back } / { $forth } : ce que les deux ont est le même nombre de documents, vu de chaque côté.
mirrors-why = |A ∩ B| = part de A · |A| = part de B · |B|.
mirrors-drawn = Tirés : { $n } { $n ->
    [one] document
   *[other] documents
} de chacune de deux collections inventées, A avec { $a } documents et B avec { $b }, { $both } dans les deux.
mirrors-forth = de A, trouvés dans B
mirrors-back = de B, trouvés dans A
mirrors-inside = |A| / |B| vaut environ { $value }, à 95 % entre { $low } et { $high }. C’est { $truth }.
mirrors-outside = |A| / |B| vaut environ { $value }, à 95 % entre { $low } et { $high }. C’est { $truth } : un des échantillons, environ un sur vingt, qui le manquent.
mirrors-nothing = Rien de commun n’a été trouvé dans l’un des échantillons : ils ne bornent pas le rapport. Tirez-en plus.

own-ask = La méthode trouverait-elle { $a } et { $b } presque identiques à { $threshold } ?
own-jaccard = Jaccard, compté
own-estimate = estimation de 200 valeurs, intervalle à 95 %
own-candidate = P(candidate)
own-simhash = bits en lesquels SimHash diffère
own-caught = { $share } atteint { $threshold } : presque identiques.
own-missed = { $share } est sous { $threshold } : pas trouvés presque identiques.
own-blind = La méthode voit des mots de suite, pas un sens. Un texte dont un mot sur trois est remplacé par un synonyme garde son sens et perd tous ses bardeaux de trois mots ou plus.

stage-b-bit = Esquisses de peu de bits
stage-sketches = Sortes d’esquisses
stage-containment-sketches = Échantillons pour l’inclusion
stage-winnowing = Winnowing

dial-bits = { $n } { $n ->
    [one] bit
   *[other] bits
} par valeur
dial-modulus = 0 mod { $n }
dial-window = fenêtres de { $n }

b-bit-keeps = Une esquisse de { $values } valeurs de 32 bits prend { $whole } octets. Avec les { $bits } bits bas de chacune elle en prend { $bytes } :
b-bit-whole = tous les bits
b-bit-kept = { $bits } bas
b-bit-ask = À { $equal } places sur { $values } les 32 bits sont égaux. À combien le sont les { $bits } bas ?
b-bit-agree = places s’accordent. Des valeurs différentes s’accordent par hasard avec la probabilité { $chance } ; une fois décomptée, l’estimation est { $estimate }. Compté : { $counted }.
b-bit-formula = J est estimé par (P − C) / (1 − C), où P est la part qui s’accorde et C = 2^−{ $bits } = { $chance }.
b-bit-sizes = { $values } valeurs, selon les bits que chacune garde :
b-bit-head-bits = bits
b-bit-head-bytes = octets
b-bit-head-estimate = estimation
b-bit-head-error = erreur
b-bit-head-values = valeurs dans les octets de 32 bits
b-bit-head-same = erreur
b-bit-trade = Moins de bits augmentent l’erreur d’une valeur. Dans les mêmes octets il y a place pour plus de valeurs, et pour des textes semblables cela l’emporte.

sketches-kinds = Quatre sortes d’esquisses de { $values } valeurs, pour deux textes qui ont ensemble { $union } bardeaux et en partagent { $share }.
sketches-ask = Laquelle a eu la plus petite erreur sur { $seats } graines ?
sketches-minhash = min-hash
sketches-fss = esquisse fast similarity
sketches-oph = une permutation, en cases
sketches-superminhash = SuperMinHash
sketches-measured = Erreur de l’estimation sur { $seats } graines, avec { $values } valeurs :
sketches-head-kind = sorte
sketches-head-measured = mesurée
sketches-head-theory = théorie
sketches-head-how = comment elle se fait
sketches-minhash-how = une permutation par valeur
sketches-fss-how = tours, puis aucune case vide
sketches-oph-how = un hachage, cases remplies
sketches-superminhash-how = une permutation par bardeau
sketches-why = Deux valeurs de min-hash peuvent venir d’un même bardeau. L’esquisse fast similarity et SuperMinHash répartissent les bardeaux sur les valeurs, si bien que leur erreur est plus petite pour des textes courts.

mod-keeps = De chaque texte on garde les bardeaux dont le hachage est 0 mod { $p } :
mod-head-text = texte
mod-head-all = bardeaux
mod-head-kept = gardés
mod-head-p = mod
mod-head-kept-a = gardés de A
mod-head-kept-b = gardés de B
mod-head-b-in-a = B dans A
mod-head-a-in-b = A dans B
mod-nothing = Rien de { $name } n’est gardé mod { $p } : l’échantillon n’en dit rien. Prenez un nombre plus petit.
mod-ask = Les deux échantillons ont { $shared } en commun. Quelle part de { $b } est dans { $a } ?
mod-estimate = de l’échantillon de { $b } est aussi dans celui de { $a } : { $estimate }. Compté : { $counted }.
mod-b-in-a = B dans A, par échantillons
mod-a-in-b = A dans B, par échantillons
mod-counted = compté
mod-grows = L’échantillon d’un long texte est long. Une esquisse a 200 valeurs de tout texte, et dit donc peu de la part d’un court qui est dans un long.
mod-by-p = Ce que d’autres nombres gardent, et ce qu’ils disent :

winnow-window = Fenêtres de { $w } bardeaux de { $name }, par les 10 bits hauts de leurs hachages ; de chacune on garde le plus petit :
winnow-head-number = fenêtre
winnow-head-hashes = hachages
winnow-head-least = le plus petit
winnow-ask = { $name } a { $all } bardeaux. Combien d’entre eux une fenêtre garde-t-elle ?
winnow-kept = bardeaux sont gardés, chacun une fois : { $count } sur { $all }.
winnow-promise = { $words } mots de suite font une fenêtre de { $w }. Si les deux textes les ont, les deux y gardent le même plus petit hachage.
winnow-shared = A et B gardent { $shared } hachages en commun.
winnow-by-width = Des fenêtres plus larges gardent moins et promettent moins :
winnow-head-window = fenêtre
winnow-head-words = trouve des suites de
winnow-head-kept-a = gardés de A
winnow-head-kept-b = gardés de B
winnow-head-shared = en commun

notes-answer = Réponse { $question } : { $answer }
notes-open = question ouverte



screen-votes = { $n ->
    [one] une voix
   *[other] { $n } voix
}
screen-reveal = La réponse est { $number } : { $answer }
screen-open = La classe décide.
screen-computing = calcul …
screen-step = { $step } sur { $steps }
screen-type = Texte { $name } : saisir ou coller
screen-typed = { $words ->
    [one] un mot
   *[other] { $words } mots
}

term-near-duplicate = quasi-doublon
term-near-duplicate-says = Un texte presque identique à un autre : une nouvelle édition, une copie avec un autre pied de page. Un seuil dit à partir d’où c’est presque.
term-pair = paire
term-pair-says = Deux documents que l’on regarde ensemble. n documents font n (n − 1) / 2 paires : dix fois plus de documents, cent fois plus de paires.
term-candidate = candidat
term-candidate-says = Une paire qu’une méthode peu coûteuse propose. Elle est ensuite comptée exactement : une fausse proposition ne coûte que du temps.
term-exact = exact, compté
term-exact-says = Un chiffre compté sur tous les shingles des deux textes. Il est sans erreur, mais le compter pour chaque paire prend trop de temps.
term-shingle = shingle
term-shingle-says = k mots de suite. Un texte est l’ensemble de ses shingles : un mot changé en touche au plus k.
term-k = k
term-k-says = Le nombre de mots d’un shingle. Un petit k trouve des ressemblances dues au hasard, un grand k perd les textes dont des mots ont changé.
term-set = ensemble
term-set-says = Chaque shingle compte une fois, quel que soit le nombre de ses apparitions. C’est d’où l’on compte ici la similarité.
term-bag = multi-ensemble
term-bag-says = Chaque shingle compte autant de fois qu’il apparaît. Les répétitions rendent alors deux textes moins semblables que leurs ensembles.
term-jaccard = Jaccard
term-jaccard-says = Les shingles communs divisés par tous les shingles des deux textes. Il vaut 1 pour des ensembles égaux et 0 si rien n’est commun.
term-containment = inclusion
term-containment-says = La part des shingles d’un texte qui se trouvent dans l’autre. Elle trouve un extrait dans un long texte, où Jaccard est petit.
term-union = union
term-union-says = Tous les shingles qui sont dans l’un des deux textes au moins. Ce qui n’est dans aucun ne compte pas.
term-hash = hachage
term-hash-says = Un nombre calculé à partir d’un shingle et qui semble tiré au hasard. Le même shingle a le même nombre dans tous les textes.
term-permutation = permutation
term-permutation-says = Un mélange de tous les nombres, le même pour chaque texte. Chacune est un tirage : elle met en tête un shingle de l’union.
term-minimum = minimum
term-minimum-says = Le plus petit nombre d’un texte sous une permutation. Deux textes ont le même avec une probabilité égale à leur Jaccard.
term-estimate = estimation
term-estimate-says = La part des tirages où les deux minimums sont égaux. Elle est près de la valeur comptée, et d’autant plus que les tirages sont nombreux.
term-interval = intervalle
term-interval-says = Le domaine où se trouve l’estimation de 95 essais sur 100. Il est deux fois plus étroit après quatre fois plus de tirages.
term-seed = graine
term-seed-says = Le nombre dont part tout le hasard. La même graine donne la même image sur toute machine.
term-one-permutation = une permutation, en cases
term-one-permutation-says = Un seul mélange, coupé en cases dont chacune garde son plus petit nombre. Il coûte un passage là où min-hash en coûte un par valeur.
term-subset = sous-ensemble aléatoire
term-subset-says = La même petite partie de tous les shingles, pour chaque texte. Il ne reste souvent rien de deux textes courts, et il n’y a pas d’estimation.
term-matrix = matrice
term-matrix-says = Une ligne par shingle, une colonne par document, et un 1 où le document l’a. On ne la garde jamais, car presque tout y est 0.
term-signature = signature
term-signature-says = Les minimums d’un document sous plusieurs permutations, l’un sous l’autre. Deux colonnes sont égales dans à peu près la part de lignes que dit Jaccard.
term-row-hash = hachage des lignes
term-row-hash-says = Une fonction qui donne à chaque ligne un nouveau numéro, à la place d’une permutation. Un passage sur les lignes avec des 1 remplit toutes les cases.
term-sketch = esquisse
term-sketch-says = Une courte liste de nombres qui représente un texte, ici 200. On compare les esquisses à la place des textes.
term-band = bande
term-band-says = Quelques valeurs d’une esquisse, prises ensemble. Deux textes s’accordent sur une bande seulement si toutes ses valeurs sont égales.
term-bucket = seau
term-bucket-says = Tous les documents qui ont les mêmes valeurs dans une bande. Qui partage un seau est candidat, et personne d’autre n’est comparé.
term-s-curve = courbe en S
term-s-curve-says = La probabilité qu’une paire devienne candidate, selon son Jaccard. Plus de lignes par bande déplacent la marche vers la droite.
term-super-shingle = super-shingle
term-super-shingle-says = Une suite de valeurs d’une esquisse comme un seul nombre. On en demande deux égaux sur six, ce que seuls des textes presque égaux ont.
term-cluster = groupe
term-cluster-says = Des documents reliés par des paires au seuil ou au-dessus. Deux d’entre eux ne se ressemblent pas forcément.
term-threshold = seuil
term-threshold-says = La similarité à partir de laquelle deux textes sont des quasi-doublons. Le déplacer réunit des groupes ou les sépare.
term-union-find = union-find
term-union-find-says = Une façon de réunir des groupes : chacun a une racine, et une paire réunit les racines de ses deux bouts. Il faut à peine plus d’un regard par paire.
term-chain = chaîne
term-chain-says = Un groupe dont certains membres sont sous le seuil. Chacun ressemble au suivant, mais les bouts ont peu en commun.
term-bridge = pont
term-bridge-says = Une paire sans laquelle un groupe se coupe en deux. C’est au plus faible qu’une chaîne est coupée d’abord.
term-complete-linkage = lien complet
term-complete-linkage-says = Des groupes ne sont réunis que si tous leurs membres sont deux à deux au seuil ou au-dessus. Il n’a pas de chaînes, mais dépend de l’ordre.
term-dendrogram = dendrogramme
term-dendrogram-says = Un arbre de toutes les réunions, chacune à sa similarité. Une ligne en travers donne les groupes d’un seuil.
term-representative = représentant
term-representative-says = Le document d’un groupe qui est le plus proche de tous les autres. Il tient lieu du groupe dans les listes.
term-fingerprint = empreinte
term-fingerprint-says = 64 bits qui représentent un texte. Des textes semblables diffèrent en peu de bits.
term-vote = vote
term-vote-says = Chaque mot vote par son hachage, bit par bit : plus un pour un 1, moins un pour un 0. Le signe de la somme est le bit de l’empreinte.
term-distance = distance
term-distance-says = Le nombre de bits où deux empreintes diffèrent. Jusqu’à 3 sur 64 on les regarde comme des quasi-doublons.
term-rotation = rotation
term-rotation-says = Toutes les empreintes sont tournées de quelques bits et triées de nouveau. Deux qui diffèrent en bits bas se retrouvent alors voisines.
term-sample = échantillon
term-sample-says = Quelques documents tirés d’une collection. Chacun est cherché dans l’autre collection.
term-relative-size = taille relative
term-relative-size-says = La taille d’une collection, mesurée par l’autre. Elle suit des deux parts trouvées, sans lire aucune des deux.
term-not-read = non lu
term-not-read-says = Un fichier ou une ligne qui n’a pu être pris comme texte, avec la raison. Il n’entre dans aucun chiffre : regardez ici avant de croire un compte.
term-same = le même, identique
term-same-says = Des documents avec les mêmes mots dans le même ordre. L’un d’eux est comparé aux autres, et le reste le suit.
term-own = propre
term-own-says = Les bardeaux d’un document qui ne sont dans aucun autre. Si tous sont propres, rien n’est copié mot à mot.
term-mask = masque
term-mask-says = Du texte laissé hors de la comparaison, comme une citation ou un modèle. Les chiffres sont alors ceux du reste.
term-common-block = bloc commun
term-common-block-says = Un passage que beaucoup de documents contiennent, comme une licence ou un pied de page. Il rend semblables des documents qui n’ont rien d’autre en commun.
term-passage = passage
term-passage-says = Une suite de mots qui est dans les deux textes, avec de petites retouches. Un lecteur la marquerait comme un seul endroit.
term-source = source
term-source-says = Un document qui contient des parties du texte en main. Lequel des deux était le premier, les mots ne le disent pas.
term-b-bit = esquisse à b bits
term-b-bit-says = Une esquisse qui ne garde que les b bits bas de chaque valeur. Elle est plus petite, et les égalités dues au hasard sont décomptées.
term-fast-similarity = esquisse fast similarity
term-fast-similarity-says = Une esquisse dont les cases vides sont remplies par d’autres tours. Elle va aussi vite qu’une seule permutation, et n’a pas de case vide.
term-containment-sketch = esquisse d’inclusion
term-containment-sketch-says = Les bardeaux dont le hachage est divisible par p. Leur nombre croît avec le texte, si bien qu’ils montrent un extrait dans un long texte.
term-winnowing = winnowing
term-winnowing-says = On garde le plus petit hachage de chaque fenêtre de bardeaux. Tout passage commun d’une certaine longueur en laisse un en commun.
term-precision = précision
term-precision-says = La part des paires trouvées qui sont justes. Les méthodes qui vérifient chaque candidate n’en trouvent pas de fausse.
term-recall = rappel
term-recall-says = La part des paires justes qui sont trouvées. Des bandes de peu de lignes en trouvent plus et comparent plus pour rien.
term-kept-from = gardées depuis
term-kept-from-says = La similarité jusqu’à laquelle les paires sont gardées. Le seuil peut y descendre sans nouvelle recherche.
term-single-linkage = lien simple
term-single-linkage-says = Une paire au seuil ou au-dessus suffit à réunir deux groupes. C’est ainsi que se font les groupes, sauf autre réglage.
term-kept-copy = copie gardée
term-kept-copy-says = Le document qui reste si l’on garde une copie de chaque quasi-doublon. Les autres sont écartés, chacun avec celui qui tient sa place.
term-decision = décision
term-decision-says = Ce qu’une personne dit d’une paire, d’un document ou d’un groupe : copié, acceptable, modèle, différent ou incertain. Elle est dans le journal et porte sur les textes, pas sur leurs noms.
term-mirror = miroir
term-mirror-says = Un dossier ou un hôte qui contient les documents d’un autre. La part dit combien de ses documents ont un jumeau au même endroit.
term-index = index
term-index-says = Ce qui reste d’un corpus entre deux exécutions : mots, esquisses, paires, texte intégral. Seuls les fichiers modifiés sont relus.
term-exact-join = jointure exacte
term-exact-join-says = Une méthode qui trouve toutes les paires au seuil ou au-dessus, sans en manquer. Elle ne saute que celles qui ne peuvent l’atteindre.
term-disguised = déguisé
term-disguised-says = Un texte avec des lettres d’autres écritures qui se ressemblent, ou avec des signes que personne ne voit. Ses mots ne correspondent alors à aucun autre texte. Les listes mettent ‡ devant son nom.
