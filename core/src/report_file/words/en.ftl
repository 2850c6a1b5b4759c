# The report's own words, in English. Names and texts of documents are never part of this file.

title = Report on shared text
skip = Skip to the pairs
contents = Contents
lead-near-duplicates = { $pairs ->
    [0] No two of { $documents } documents are near-duplicates by the rule below.
    [one] One pair among { $documents } documents has nearly the same text.
   *[other] { $pairs } pairs among { $documents } documents have nearly the same text.
}
lead-copied-text = { $pairs ->
    [0] No two of { $documents } documents share text by the rule below.
    [one] One pair among { $documents } documents shares text.
   *[other] { $pairs } pairs among { $documents } documents share text.
}
lead-kept = { $kept ->
    [0] None of them is in this report.
    [one] One of them is in this report.
   *[other] { $kept } of them are in this report.
}
lead-judged = { $judged ->
    [0] None has been judged by a person.
   *[other] { $judged } of { $pairs } { $pairs ->
        [one] has
       *[other] have
    } been judged by a person.
}
lead-judged-filtered = { $judged ->
    [0] No pair in this report has been judged by a person.
   *[other] { $judged } of { $pairs } in this report { $pairs ->
        [one] has
       *[other] have
    } been judged by a person.
}
scope-document = This report is about one document, compared with { $documents ->
    [one] the only one
   *[other] all { $documents }
}:
scope-document-compared = This report is about one document:
scope-clusters = { $n ->
    [one] This report is about the documents of one cluster:
   *[other] This report is about the documents of { $n } clusters:
}
scope-cluster = cluster { $number }
lead-scope = { $pairs ->
    [0] It has no pair.
    [one] It has one pair.
   *[other] It has { $pairs } pairs.
}
lead-scope-filtered = { $pairs ->
    [0] Of its pairs none passes the filter.
    [one] Of its pairs one passes the filter.
   *[other] Of its pairs { $pairs } pass the filter.
}
evidence-title = Evidence, not a verdict.
evidence = A figure in this report says how much text two documents share and where. It does not say who wrote it first, whether it was allowed, or why. That is for people to decide who have read both texts.
documents = Documents
words = Words
pairs = Pairs
judged = Judged
decisions = Decisions
overview = Overview
passages = Passages
basis = How this report was made
masked-words = Words left out
not-read = Files or rows not read
no-pairs = No pair is in this report.
pairs-order-near-duplicates = The most similar pair comes first.
pairs-order-copied-text = The pair with the most evidence comes first: words copied, which count less where many documents have them.
estimate-note = Exact figures are in bold; the estimate from sketches stands beside them.
pairs-first = These are the first { $listed } of { $pairs }.
pairs-shown = The passages of the first { $shown } are shown further below.
filter = Filter by name
decision = Decision
all = all
matches = # of # pairs
page = Pairs { $from } to { $to }
pairs-table = Pairs { $from } to { $to } with their figures
number = No.
text-a = Text A
text-b = Text B
words-copied = Words copied
of-a = Of A
of-b = Of B
longest = Longest passage
jaccard-exact = Jaccard, exact
estimate = Jaccard, estimate
estimate-95 = Jaccard, estimate (95 % interval)
containment = Containment, exact
in-other = A in B · B in A
disputed = disputed
decision-copied = copied
decision-acceptable = acceptable
decision-template = template
decision-different = different
decision-unsure = unsure
decision-undecided = undecided
decision-none = none
decisions-table = Table of decisions
decisions-note = What people decided about texts of this corpus, by time. A decision is about the text itself: where a text has changed since, it is open again.
on = On
on-pair = pair
on-passage = passage of pair
on-document = document
on-cluster = cluster
texts = Texts
note = Note
by = By
when = When (UTC)
outdated-text-changed = open again: the text has changed { $names }
outdated-new-members = open again: the cluster has new members { $names }
outdated-members-left = open again: members have left the cluster { $names }
plot-near-duplicates = Pairs of documents by their exact similarity. The line is the threshold of this report; below it pairs may not have been looked for.
plot-copied-text = Pairs of documents by the number of words copied.
plot-x-similarity = exact similarity
plot-x-words = words copied
plot-y = pairs of documents
plot-log = log scale
plot-threshold = threshold
plot-pairs = pairs
plot-title-near-duplicates = Pairs by similarity
plot-title-copied-text = Pairs by words copied
clusters = { $clusters ->
    [one] One cluster
   *[other] { $clusters } clusters
}
clusters-note = Documents that pairs by the rule link, directly or through others. A thicker line is a higher similarity.
clusters-first = The first { $shown } are drawn.
cluster = Cluster { $number }
cluster-map = Map of { $documents } documents with { $edges ->
    [one] one pair
   *[other] { $edges } pairs
}; the list below names them
cluster-figures = { $documents } documents, similarity
cluster-sampled = The figures are from { $measured } of { $pairs } pairs: those of the rule, and a random sample of the others. A lower similarity may stand among the rest.
chain = linked through others
more = and { $n } more
documents-note = The documents of the pairs above. The fingerprint identifies the bytes that were read.
documents-list = { $n ->
    [one] One document
   *[other] All { $n } documents
}
elsewhere = { $share } of this text stands elsewhere.
elsewhere-none = Nothing of this text stands elsewhere.
words-n = { $n ->
    [one] one word
   *[other] { $n } words
}
source = { $share }, { $words ->
    [one] one word
   *[other] { $words } words
}
source-others = (also in { $n } others)
name = Name
most-copied = Most words copied in a pair
bytes = Bytes
fingerprint = Fingerprint (XXH3, 128 bits)
passages-note = Text in the same colour and with the same number is one passage in both documents. Framed italics are words that the other side lacks there; struck-out words were left out of the comparison.
folded-note = Long stretches within a passage that are the same on both sides are shortened; the number of words left out stands there.
folded-n = [… { $n ->
    [one] 1 word
   *[other] { $n } words
} left out that both sides have …]
context-whole = The whole texts are shown.
context-words = Around each passage { $n ->
    [0] no words
    [one] one word
   *[other] { $n } words
} of context are shown.
and = and
same-words = Of these, the same
problem-changed = The text of a document has changed since the figures were counted, so that its passages cannot be shown.
problem-unreadable = The text of a document could not be read again, so that its passages cannot be shown.
side = { $words } words, { $copied } of them in passages ({ $share })
side-masked = · { $n } left out
no-passages = These two texts share shingles, but no passage long enough to be marked.
passage = Passage { $n }
passage-words = { $words ->
    [one] one word
   *[other] { $words } words
}, { $same } the same on both sides
passage-other = Passage { $n }: go to the other side
page-of = page { $n }
line-of = line { $n }
back = Back to the pairs
kind-quotation = quotation
kind-reference-list = reference list
kind-template = template
kind-common-text = common text
kind-phrase = phrase
kind-heading = heading
kind-navigation = navigation
kind-page-header = header
kind-page-footer = footer
kind-aside = aside
kind-advertisement = advertisement
kind-outside-of-the-main-part = outside of the main part
masked-as-quotation = quotations
masked-as-references = lists of references
masked-as-template = text of a template or task
masked-as-common-text = text that many documents share
masked-as-phrase = phrases of a list
masked-as-heading = headings
masked-as-navigation = navigation of pages
masked-as-page-header = headers of pages
masked-as-page-footer = footers of pages
masked-as-aside = asides of pages
masked-as-advertisement = advertisements
masked-as-outside-of-the-main-part = text outside of the main part of pages
asked = What was asked
question = Question
purpose-near-duplicates = Which documents have nearly the same text?
purpose-copied-text = Of which documents does text stand in others?
rule = Rule
rule-near-duplicates = { $measure } of { $share } or more
rule-copied-text = { $measure } of { $share } or more, or a passage of { $passage } words or more that keeps { $run } words in a row
measure-jaccard = Jaccard
measure-containment = containment
found = Found
found-pairs = { $found ->
    [one] one pair
   *[other] { $found } pairs
}, { $kept } of them in this report.
complete = Every pair was looked at.
complete-compared = Every pair that is compared was looked at.
incomplete = The method, { $method }, may have missed pairs.
choice = Choice
only-decided = Only pairs with a decision are in this report.
names = Names
anonymous = Names of documents are replaced by numbers. Texts and notes are as they are, and may hold names.
limits = Limits
compared = Compared
compared-all = { $new ->
    [one] One new document is compared
   *[other] { $new } new documents are compared with each other and
} with the { $archive } of the archive, those not with each other.
compared-new = { $new ->
    [one] One new document is compared with no other
   *[other] { $new } new documents are compared with each other
}, not with the { $archive } of the archive.
compared-archive = { $new ->
    [one] One new document is compared
   *[other] { $new } new documents are compared
} with the { $archive } of the archive only, those not with each other.
compared-groups = { $groups ->
    [one] There is one group, whose documents are not compared with each other.
   *[other] There are { $groups } groups; documents of one group are not compared with each other.
}
version = Program
seed = Seed
made = Made
corpus-fingerprint = Fingerprint of the corpus
settings = All { $n } settings
read = What was read
read-n = { $documents ->
    [one] One document
   *[other] { $documents } documents
}, of which { $words } words are compared.
not-read-n = { $n ->
    [one] One file or row was
   *[other] { $n } files or rows were
} not read, { $failures ->
    [0] all of them by rule (links, empty, no text).
   *[other] { $failures } of them although they should have been.
}
not-read-list = Which and why
read-in-part-list = Which documents were read in part
all-read = Every file and row was read.
of-job = Only the documents in the clusters of a job of shinglescope scale are here: pairs with others are not listed.
left-out = Left out of the text of { $n ->
    [one] one document:
   *[other] { $n } documents:
}
left-out-comments = { $n ->
    [one] one comment
   *[other] { $n } comments
}
left-out-deletions = { $n ->
    [one] one deleted revision
   *[other] { $n } deleted revisions
}
left-out-hidden = { $n ->
    [one] one run of hidden text
   *[other] { $n } runs of hidden text
}
left-out-pages = { $n ->
    [one] one unreadable page
   *[other] { $n } unreadable pages
}
left-out-diagrams = { $n ->
    [one] one diagram
   *[other] { $n } diagrams
}
left-out-missing = { $n ->
    [one] one part that the document names and does not hold
   *[other] { $n } parts that the document names and does not hold
}
left-out-attachments = { $n ->
    [one] one attachment of a mail message
   *[other] { $n } attachments of mail messages
}
left-out-objects = { $n ->
    [one] one embedded object
   *[other] { $n } embedded objects
}
left-out-slides = { $n ->
    [one] one hidden slide
   *[other] { $n } hidden slides
}
masked = What was left out of the comparison
masked-n = { $words } words in { $spans } places of { $documents } documents
emptied = { $n ->
    [one] One document has
   *[other] { $n } documents have
} no words left.
nothing-masked = Nothing was left out.
dropped-stop-words = stop-words ({ $lists }): no figure counts them
dropped-numbers = numbers: no figure counts them
definitions = How the figures are defined
def-word-name = Word
def-word = { $letters ->
    [kept] A run of letters and digits, as it is written; in scripts without spaces one character.
   *[lower] A run of letters and digits, in lower case; in scripts without spaces one character.
}
def-shingle-name = Shingle
def-shingle = { $repeats ->
    [counted] { $k } consecutive words. A document counts as the bag of its shingles: one that stands in it n times counts n times.
   *[set] { $k } consecutive words. A document counts as the set of its shingles.
}
def-passage-name = Passage
def-passage = { $bridged ->
    [no] What a reader would mark with one stroke: runs of equal words, at least { $min } words long.
   *[yes] What a reader would mark with one stroke: runs of equal words joined over small edits, at least { $min } words long.
}
def-words-copied-name = Words copied
def-words-copied = Words of a document in passages, each counted once; of a pair, the smaller of the two sides.
def-share-name = Of A, of B
def-share = Words of the document in passages, divided by all its words that were compared.
def-jaccard-name = Jaccard, exact
def-jaccard = Shingles of both documents divided by the shingles of either, counted in full.
def-containment-name = Containment
def-containment = Shingles of both documents divided by the shingles of one: how much of it lies in the other.
def-estimate-name = Jaccard, estimate
def-estimate = The same figure from sketches of { $permutations } values, with the interval that holds the exact one in 95 of 100 cases. It serves the search alone; every pair here was counted exactly.
def-fingerprint-name = Fingerprint
def-fingerprint = A digest of the bytes of a file: the same bytes have the same fingerprint.
def-decision-name = Decision
def-decision = What a person said of a pair, a passage, a document or a cluster. The figures do not decide anything.
footer = Made by shinglescope. This file is complete in itself: it loads nothing and sends nothing.
reason-binary = no text
reason-empty = empty
reason-limit = beyond a limit of size, depth, time or memory
reason-special-file = a device, pipe or other special file
reason-link = a link inside a folder
reason-version-control = a folder of version control
reason-index = an index of this program
reason-config = settings of this program
reason-again = reached twice, read once
reason-changed = changed while it was read
reason-shortage = the system ran short of files or memory
reason-unreadable = cannot be opened or read
reason-row = a row that is not as it should be
reason-no-page = a record without a page
reason-damaged = damaged
reason-field = a table without the column asked for
reason-unsupported = of a kind that is not read
reason-pictures = a PDF of pictures without text
reason-encrypted = needs a password
reason-rest = what follows an unreadable row
reason-read-in-part = read in part: the rest of its pages or parts is unreadable
reason-cut-short = read in part: the page was cut short when it was captured
setting-purpose = purpose
setting-method = method
setting-super-shingle = super-shingle
setting-run-length = run length
setting-runs-shared = runs shared
setting-fingerprints = fingerprints
setting-bits-apart = bits apart
setting-search = search
setting-modulus = modulus
setting-passage = passage
setting-measure = measure
setting-recall = recall
setting-bands-rows = bands × rows
setting-linkage = linkage
setting-different = pairs decided different
setting-bridge = bridge
setting-least-words = least words
setting-unit = unit
setting-k = k
setting-repeats = repeats
setting-hash-bits = hash bits
setting-letter-case = letter case
setting-look-alikes = look-alikes
setting-numbers = numbers
setting-stop-words = stop-words
setting-page-blocks = page blocks
setting-sketch = sketch
setting-permutations = permutations
setting-value-bits = value bits
setting-seed = seed
