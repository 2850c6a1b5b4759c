# Ce qu’un rapport dit autrement quand les textes sont découpés en caractères.
words = Caractères
masked-words = Caractères laissés de côté
pairs-order-copied-text = La paire aux indices les plus forts vient en premier : caractères repris, qui comptent moins quand beaucoup de documents les ont.
words-copied = Caractères repris
plot-copied-text = Paires de documents selon le nombre de caractères repris.
plot-x-words = caractères repris
plot-title-copied-text = Paires par caractères repris
words-n = { $n ->
    [one] { $n } caractère
   *[other] { $n } caractères
}
source = { $share }, { $words ->
    [one] { $words } caractère
   *[other] { $words } caractères
}
most-copied = Maximum de caractères repris dans une paire
passages-note = Le texte de même couleur et de même numéro est un même passage des deux documents. Les italiques encadrées sont des caractères qui manquent là de l’autre côté ; les caractères barrés ont été laissés hors de la comparaison.
folded-note = Les longues parties d’un passage qui sont les mêmes des deux côtés sont abrégées ; le nombre de caractères omis y figure.
folded-n = [… { $n ->
    [one] 1 caractère omis, présent
   *[other] { $n } caractères omis, présents
} des deux côtés …]
context-words = Chaque passage est entouré de { $n ->
    [one] { $n } caractère
   *[other] { $n } caractères
} de contexte.
side = { $words } caractères, dont { $copied } dans des passages ({ $share })
passage-words = { $words ->
    [one] { $words } caractère
   *[other] { $words } caractères
}, { $same } identiques des deux côtés
rule-copied-text = { $measure } de { $share } ou plus, ou un passage de { $passage } caractères ou plus, dont { $run } de suite sont les mêmes
read-n = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, dont { $words } caractères sont comparés.
masked-n = { $words } caractères à { $spans } endroits de { $documents } documents
emptied = { $n ->
    [one] { $n } document n’a
   *[other] { $n } documents n’ont
} plus de caractères.
def-word-name = Caractère
def-word = { $letters ->
    [kept] Un caractère d’un mot, tel qu’il est écrit, ou une espace entre deux mots.
   *[lower] Un caractère d’un mot, en minuscules, ou une espace entre deux mots.
}
def-shingle = { $repeats ->
    [counted] { $k } caractères consécutifs. Un document compte comme le multiensemble de ses bardeaux : celui qui s’y trouve n fois compte n fois.
   *[set] { $k } caractères consécutifs. Un document compte comme l’ensemble de ses bardeaux.
}
def-passage = { $bridged ->
    [no] Ce qu’un lecteur marquerait d’un trait : des suites de caractères égaux, d’au moins { $min } caractères.
   *[yes] Ce qu’un lecteur marquerait d’un trait : des suites de caractères égaux reliées par-dessus de petites modifications, d’au moins { $min } caractères.
}
def-words-copied-name = Caractères repris
def-words-copied = Caractères d’un document dans des passages, chacun compté une fois ; pour une paire, le plus petit des deux côtés.
def-share = Caractères du document dans des passages, divisés par tous ses caractères comparés.
setting-least-words = caractères au moins
