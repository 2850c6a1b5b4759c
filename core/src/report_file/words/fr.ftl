# Les mots propres au rapport, en français. Les noms et les textes des documents ne figurent jamais dans ce fichier.

title = Rapport sur le texte commun
skip = Aller aux paires
contents = Sommaire
lead-near-duplicates = { $pairs ->
    [0] Parmi { $documents } documents, aucune paire n’est presque identique selon la règle ci-dessous.
    [one] Une paire parmi { $documents } documents a presque le même texte.
   *[other] { $pairs } paires parmi { $documents } documents ont presque le même texte.
}
lead-copied-text = { $pairs ->
    [0] Parmi { $documents } documents, aucune paire n’a de texte commun selon la règle ci-dessous.
    [one] Une paire parmi { $documents } documents a du texte commun.
   *[other] { $pairs } paires parmi { $documents } documents ont du texte commun.
}
lead-kept = { $kept ->
    [0] Aucune n’est dans ce rapport.
    [one] L’une d’elles est dans ce rapport.
   *[other] { $kept } d’entre elles sont dans ce rapport.
}
lead-judged = { $judged ->
    [0] Aucune n’a encore été jugée par une personne.
   *[other] { $judged } sur { $pairs } jugées par une personne.
}
lead-judged-filtered = { $judged ->
    [0] Aucune de ce rapport n’a encore été jugée par une personne.
   *[other] De celles de ce rapport, { $judged } sur { $pairs } jugées par une personne.
}
scope-document = Ce rapport porte sur un document, comparé { $documents ->
    [one] au seul qui existe
   *[other] à l’ensemble des { $documents }
} :
scope-document-compared = Ce rapport porte sur un document :
scope-clusters = { $n ->
    [one] Ce rapport porte sur les documents d’un groupe :
   *[other] Ce rapport porte sur les documents de { $n } groupes :
}
scope-cluster = groupe { $number }
lead-scope = { $pairs ->
    [0] Il ne contient aucune paire.
    [one] Il contient une paire.
   *[other] Il contient { $pairs } paires.
}
lead-scope-filtered = { $pairs ->
    [0] De ses paires, aucune ne passe le filtre.
    [one] De ses paires, une passe le filtre.
   *[other] De ses paires, { $pairs } passent le filtre.
}
evidence-title = Un indice, pas un verdict.
evidence = Un chiffre de ce rapport dit combien de texte deux documents ont en commun et où. Il ne dit ni qui l’a écrit d’abord, ni si c’était permis, ni pourquoi. C’est à des personnes qui ont lu les deux textes d’en décider.
documents = Documents
words = Mots
pairs = Paires
judged = Jugées
decisions = Décisions
overview = Vue d’ensemble
passages = Passages
basis = Comment ce rapport a été fait
masked-words = Mots laissés de côté
not-read = Fichiers ou lignes non lus
no-pairs = Ce rapport ne contient aucune paire.
pairs-order-near-duplicates = La paire la plus semblable vient en premier.
pairs-order-copied-text = La paire aux indices les plus forts vient en premier : mots repris, qui comptent moins quand beaucoup de documents les ont.
estimate-note = Les chiffres exacts sont en gras ; l’estimation tirée des esquisses est à côté.
pairs-first = Voici les { $listed } premières sur { $pairs }.
pairs-shown = Les passages des { $shown } premières figurent plus bas.
filter = Filtrer par nom
decision = Décision
all = toutes
matches = # paires sur #
page = Paires { $from } à { $to }
pairs-table = Paires { $from } à { $to } avec leurs chiffres
number = Nº
text-a = Texte A
text-b = Texte B
words-copied = Mots repris
of-a = De A
of-b = De B
longest = Passage le plus long
jaccard-exact = Jaccard, exact
estimate = Jaccard, estimé
estimate-95 = Jaccard, estimé (intervalle à 95 %)
containment = Inclusion, exacte
in-other = A dans B · B dans A
disputed = contesté
decision-copied = repris
decision-acceptable = acceptable
decision-template = modèle
decision-different = différent
decision-unsure = incertain
decision-undecided = non décidé
decision-none = aucune
decisions-table = Tableau des décisions
decisions-note = Ce que des personnes ont décidé sur les textes de ce corpus, dans l’ordre du temps. Une décision porte sur le texte lui-même : s’il a changé depuis, elle est rouverte.
on = Sur
on-pair = paire
on-passage = passage de la paire
on-document = document
on-cluster = groupe
texts = Textes
note = Note
by = Par
when = Quand (UTC)
outdated-text-changed = rouvert : le texte a changé { $names }
outdated-new-members = rouvert : nouveaux membres du groupe { $names }
outdated-members-left = rouvert : membres partis du groupe { $names }
plot-near-duplicates = Paires de documents selon leur similarité exacte. La ligne est le seuil de ce rapport ; en dessous, des paires n’ont peut-être pas été cherchées.
plot-copied-text = Paires de documents selon le nombre de mots repris.
plot-x-similarity = similarité exacte
plot-x-words = mots repris
plot-y = paires de documents
plot-log = échelle logarithmique
plot-threshold = seuil
plot-pairs = paires
plot-title-near-duplicates = Paires par similarité
plot-title-copied-text = Paires par mots repris
clusters = { $clusters ->
    [one] Un groupe
   *[other] { $clusters } groupes
}
clusters-note = Documents que des paires selon la règle relient, directement ou par d’autres. Un trait plus épais est une similarité plus grande.
clusters-first = Les { $shown } premiers sont dessinés.
cluster = Groupe { $number }
cluster-map = Carte de { $documents } documents avec { $edges ->
    [0] 0 paire
    [one] une paire
   *[other] { $edges } paires
} ; la liste ci-dessous les nomme
cluster-figures = { $documents } documents, similarité
cluster-sampled = Les chiffres viennent de { $measured } des { $pairs } paires : celles de la règle et un échantillon aléatoire des autres. Une similarité plus basse peut se trouver parmi le reste.
chain = reliés par d’autres
more = et { $n } de plus
documents-note = Les documents des paires ci-dessus. L’empreinte identifie les octets qui ont été lus.
documents-list = { $n ->
    [one] Un document
   *[other] Les { $n } documents
}
elsewhere = { $share } de ce texte se trouvent ailleurs.
elsewhere-none = Rien de ce texte ne se trouve ailleurs.
words-n = { $n ->
    [one] { $n } mot
   *[other] { $n } mots
}
source = { $share }, { $words ->
    [one] { $words } mot
   *[other] { $words } mots
}
source-others = (aussi dans { $n } autres)
name = Nom
most-copied = Maximum de mots repris dans une paire
bytes = Octets
fingerprint = Empreinte (XXH3, 128 bits)
passages-note = Le texte de même couleur et de même numéro est un même passage des deux documents. Les italiques encadrées sont des mots qui manquent là de l’autre côté ; les mots barrés ont été laissés hors de la comparaison.
folded-note = Les longues parties d’un passage qui sont les mêmes des deux côtés sont abrégées ; le nombre de mots omis y figure.
folded-n = [… { $n ->
    [one] 1 mot omis, présent
   *[other] { $n } mots omis, présents
} des deux côtés …]
context-whole = Les textes figurent en entier.
context-words = Chaque passage est entouré de { $n ->
    [one] { $n } mot
   *[other] { $n } mots
} de contexte.
and = et
same-words = Dont identiques
problem-changed = Le texte d’un document a changé depuis le calcul des chiffres ; ses passages ne peuvent pas être montrés.
problem-unreadable = Le texte d’un document n’a pas pu être relu ; ses passages ne peuvent pas être montrés.
side = { $words } mots, dont { $copied } dans des passages ({ $share })
side-masked = · { $n } laissés de côté
no-passages = Ces deux textes ont des bardeaux en commun, mais aucun passage assez long pour être marqué.
passage = Passage { $n }
passage-words = { $words ->
    [one] { $words } mot
   *[other] { $words } mots
}, { $same } identiques des deux côtés
passage-other = Passage { $n } : aller à l’autre côté
page-of = page { $n }
line-of = ligne { $n }
back = Retour aux paires
kind-quotation = citation
kind-reference-list = bibliographie
kind-template = modèle
kind-common-text = texte répandu
kind-phrase = locution
kind-heading = titre
kind-navigation = navigation
kind-page-header = en-tête de page
kind-page-footer = pied de page
kind-aside = encart
kind-advertisement = publicité
kind-outside-of-the-main-part = hors de la partie principale
masked-as-quotation = citations
masked-as-references = bibliographies
masked-as-template = texte d’un modèle ou d’un énoncé
masked-as-common-text = texte commun à beaucoup de documents
masked-as-phrase = locutions d’une liste
masked-as-heading = titres
masked-as-navigation = navigation des pages
masked-as-page-header = en-têtes des pages
masked-as-page-footer = pieds des pages
masked-as-aside = encarts des pages
masked-as-advertisement = publicités
masked-as-outside-of-the-main-part = texte hors de la partie principale des pages
asked = Ce qui a été demandé
question = Question
purpose-near-duplicates = Quels documents ont presque le même texte ?
purpose-copied-text = De quels documents du texte se trouve-t-il dans d’autres ?
rule = Règle
rule-near-duplicates = { $measure } de { $share } ou plus
rule-copied-text = { $measure } de { $share } ou plus, ou un passage de { $passage } mots ou plus, dont { $run } mots de suite sont les mêmes
measure-jaccard = Jaccard
measure-containment = inclusion
found = Trouvé
found-pairs = { $found ->
    [one] { $found } paire
   *[other] { $found } paires
}, dont { $kept } dans ce rapport.
complete = Chaque paire a été examinée.
complete-compared = Chaque paire qui est comparée a été examinée.
incomplete = La méthode, { $method }, a pu manquer des paires.
choice = Choix
only-decided = Seules les paires décidées figurent dans ce rapport.
names = Noms
anonymous = Des numéros remplacent les noms des documents. Les textes et les notes sont tels quels et peuvent contenir des noms.
limits = Limites
compared = Comparés
compared-all = { $new ->
    [one] Un nouveau document est comparé
   *[other] { $new } nouveaux documents sont comparés entre eux et
} aux { $archive } de l’archive, ceux-ci non entre eux.
compared-new = { $new ->
    [one] Un nouveau document n’est comparé à aucun autre
   *[other] { $new } nouveaux documents sont comparés entre eux
}, non aux { $archive } de l’archive.
compared-archive = { $new ->
    [one] Un nouveau document est comparé
   *[other] { $new } nouveaux documents sont comparés
} aux seuls { $archive } de l’archive, ceux-ci non entre eux.
compared-groups = { $groups ->
    [one] Il y a un groupe, dont les documents ne sont pas comparés entre eux.
   *[other] Il y a { $groups } groupes ; les documents d’un groupe ne sont pas comparés entre eux.
}
version = Programme
seed = Graine
made = Fait
corpus-fingerprint = Empreinte du corpus
settings = Les { $n } réglages
read = Ce qui a été lu
read-n = { $documents ->
    [one] { $documents } document
   *[other] { $documents } documents
}, dont { $words } mots sont comparés.
not-read-n = { $n ->
    [one] { $n } fichier ou ligne non lu
   *[other] { $n } fichiers ou lignes non lus
}, { $failures ->
    [0] tous selon la règle (liens, vides, sans texte).
   *[other] dont { $failures } qui auraient dû l’être.
}
not-read-list = Lesquels et pourquoi
read-in-part-list = Quels documents n’ont été lus qu’en partie
all-read = Tous les fichiers et toutes les lignes ont été lus.
of-job = Seuls les documents des groupes d’un travail de shinglescope scale sont ici : les paires avec d’autres ne sont pas listées.
left-out = Laissé hors du texte { $n ->
    [one] de { $n } document :
   *[other] de { $n } documents :
}
left-out-comments = { $n ->
    [one] { $n } commentaire
   *[other] { $n } commentaires
}
left-out-deletions = { $n ->
    [one] { $n } révision supprimée
   *[other] { $n } révisions supprimées
}
left-out-hidden = { $n ->
    [one] { $n } passage de texte masqué
   *[other] { $n } passages de texte masqué
}
left-out-pages = { $n ->
    [one] { $n } page illisible
   *[other] { $n } pages illisibles
}
left-out-diagrams = { $n ->
    [one] { $n } diagramme
   *[other] { $n } diagrammes
}
left-out-missing = { $n ->
    [one] { $n } partie que le document nomme et ne contient pas
   *[other] { $n } parties que le document nomme et ne contient pas
}
left-out-attachments = { $n ->
    [one] { $n } pièce jointe à un courriel
   *[other] { $n } pièces jointes à des courriels
}
left-out-objects = { $n ->
    [one] un objet incorporé
   *[other] { $n } objets incorporés
}
left-out-slides = { $n ->
    [one] une diapositive masquée
   *[other] { $n } diapositives masquées
}
masked = Ce qui a été laissé hors de la comparaison
masked-n = { $words } mots à { $spans } endroits de { $documents } documents
emptied = { $n ->
    [one] { $n } document n’a
   *[other] { $n } documents n’ont
} plus de mots.
nothing-masked = Rien n’a été laissé de côté.
dropped-stop-words = mots vides ({ $lists }) : aucun chiffre ne les compte
dropped-numbers = nombres : aucun chiffre ne les compte
definitions = Comment les chiffres sont définis
def-word-name = Mot
def-word = { $letters ->
    [kept] Une suite de lettres et de chiffres, telle qu’elle est écrite ; dans les écritures sans espaces, un caractère.
   *[lower] Une suite de lettres et de chiffres, en minuscules ; dans les écritures sans espaces, un caractère.
}
def-shingle-name = Bardeau
def-shingle = { $repeats ->
    [counted] { $k } mots consécutifs. Un document compte comme le multiensemble de ses bardeaux : celui qui s’y trouve n fois compte n fois.
   *[set] { $k } mots consécutifs. Un document compte comme l’ensemble de ses bardeaux.
}
def-passage-name = Passage
def-passage = { $bridged ->
    [no] Ce qu’un lecteur marquerait d’un trait : des suites de mots égaux, d’au moins { $min } mots.
   *[yes] Ce qu’un lecteur marquerait d’un trait : des suites de mots égaux reliées par-dessus de petites modifications, d’au moins { $min } mots.
}
def-words-copied-name = Mots repris
def-words-copied = Mots d’un document dans des passages, chacun compté une fois ; pour une paire, le plus petit des deux côtés.
def-share-name = De A, de B
def-share = Mots du document dans des passages, divisés par tous ses mots comparés.
def-jaccard-name = Jaccard, exact
def-jaccard = Bardeaux des deux documents divisés par les bardeaux de l’un ou de l’autre, comptés en entier.
def-containment-name = Inclusion
def-containment = Bardeaux des deux documents divisés par les bardeaux de l’un : la part de lui qui se trouve dans l’autre.
def-estimate-name = Jaccard, estimé
def-estimate = Le même chiffre tiré d’esquisses de { $permutations } valeurs, avec l’intervalle qui contient le chiffre exact dans 95 cas sur 100. Il ne sert qu’à la recherche ; chaque paire ici a été comptée exactement.
def-fingerprint-name = Empreinte
def-fingerprint = Une somme des octets d’un fichier : les mêmes octets ont la même empreinte.
def-decision-name = Décision
def-decision = Ce qu’une personne a dit d’une paire, d’un passage, d’un document ou d’un groupe. Les chiffres ne décident rien.
footer = Fait par shinglescope. Ce fichier est complet : il ne charge rien et n’envoie rien.
reason-binary = pas de texte
reason-empty = vide
reason-limit = au-delà d’une limite de taille, de profondeur, de temps ou de mémoire
reason-special-file = un périphérique, un tube ou un autre fichier spécial
reason-link = un lien dans un dossier
reason-version-control = un dossier de gestion de versions
reason-index = un index de ce programme
reason-config = des réglages de ce programme
reason-again = atteint deux fois, lu une fois
reason-changed = modifié pendant la lecture
reason-shortage = le système a manqué de fichiers ou de mémoire
reason-unreadable = ne peut être ouvert ou lu
reason-row = une ligne qui n’est pas comme elle devrait
reason-no-page = un enregistrement sans page
reason-damaged = endommagé
reason-field = une table sans la colonne demandée
reason-unsupported = d’un type qui n’est pas lu
reason-pictures = un PDF d’images sans texte
reason-encrypted = demande un mot de passe
reason-rest = ce qui suit une ligne illisible
reason-read-in-part = lu en partie : ses autres pages ou parties sont illisibles
reason-cut-short = lue en partie : la page a été tronquée lors de la capture
setting-purpose = but
setting-method = méthode
setting-super-shingle = super-shingle
setting-run-length = longueur des suites
setting-runs-shared = suites communes
setting-fingerprints = empreintes
setting-bits-apart = bits d’écart
setting-search = recherche
setting-modulus = module
setting-passage = passage
setting-measure = mesure
setting-recall = rappel
setting-bands-rows = bandes × lignes
setting-linkage = liaison
setting-different = paires jugées différentes
setting-bridge = pont
setting-least-words = mots au moins
setting-unit = unité
setting-k = k
setting-repeats = répétitions
setting-hash-bits = bits de hachage
setting-letter-case = casse
setting-look-alikes = caractères semblables
setting-numbers = nombres
setting-stop-words = mots vides
setting-page-blocks = blocs de page
setting-sketch = esquisse
setting-permutations = permutations
setting-value-bits = bits par valeur
setting-seed = graine
