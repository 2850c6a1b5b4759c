# Sentences of the lecture in English. Words of texts are never part of this file.

stage-why = Why
stage-shingles = Shingles
stage-sets = Jaccard and containment
stage-permutation = One permutation
stage-race = The race
stage-signatures = Signature matrix
stage-buckets = Buckets
stage-chain = A chain
stage-simhash = SimHash
stage-mirrors = Sizes and mirrors
stage-own-text = Your own text

dial-k = k { $n }
dial-permutation = permutation { $n }
dial-permutations = { $n } { $n ->
    [one] permutation
   *[other] permutations
}
dial-draws = { $n } { $n ->
    [one] draw
   *[other] draws
}
dial-rows = { $n } { $n ->
    [one] row
   *[other] rows
} in a band
dial-threshold = threshold { $n }
dial-rotation = rotated by { $n }
dial-documents = { $n } { $n ->
    [one] document
   *[other] documents
}
dial-sample = samples of { $n }

plain-answer = Answer { $number }: { $answer }
plain-least = (least)
plain-merge = { $left } and { $right } join at { $at }
plain-merge-below = { $left } and { $right } would join at { $at }, below the threshold
plain-meet = meet
yes = yes
no = no

text-without-words = { $name } has no words, so it has no shingles, and it resembles nothing.
text-too-short = { $name } has { $words } { $words ->
    [one] word
   *[other] words
}, fewer than k = { $k }. All of it is its one shingle.
text-sampled = { $name } has { $words } words. This lecture takes the first { $taken }.
texts-identical = The two texts have the same words in the same order.
and-more = … and { $n } more.
and-more-words = … and { $n } more { $n ->
    [one] word
   *[other] words
}.

shingles-ask = Cut both into runs of { $k } words. What share of the runs do they have in common?
shingles-ask-slip = Cut both into runs of { $k } words. What share of the runs do they have in common? Somebody counts { $slip }. You?
shingles-window = Window { $window } of { $windows }: { $k ->
    [one] every word is a shingle.
   *[other] { $k } words in a row are a shingle.
}
shingles-again = Shingle { $shingle } again: in a set it counts once, in a bag twice.
shingles-counts = { $name }: { $words } { $words ->
    [one] word
   *[other] words
}, { $windows } { $windows ->
    [one] window
   *[other] windows
}, { $different } different.
shingles-shingle = shingle
shingles-both = both
shingles-only-a = only A
shingles-only-b = only B
shingles-sets = As sets, they share { $shared } of { $union } shingles: { $share }.
shingles-bags = As bags, each repeat counts: { $shared } of { $union }, { $share }.
shingles-slip = { $slip } counts one repeat, on one side: a slip. It is neither the set nor the bag.
shingles-change-ask = Change one word of B. How many of its shingles can that cost at most?
shingles-change = One changed word stands in at most { $k } shingles. Here it costs up to { $most } of { $all }:
shingles-by-k = The longer the shingles, the less two different texts share:

equal = EQUAL
unlike = unlike
counted = counted

permutation-numbers = Every shingle has one number, its hash, between 0 and 2^64:
permutation-moves = Permutation { $permutation } of the upper 32 bits moves them all, the same way for every text:
permutation-lines = Each text has its own shingles only:
permutation-ask = Permutation { $permutation }: have both texts the same least number?
permutation-least = Least of { $name }: { $shingle }, “{ $words }”, number { $value }.
permutation-no-minimum = A text without shingles has no least one.
permutation-first = Which shingle of all comes first? Each is as likely as any other:
permutation-theorem = P(equal) = C11 / (C11 + C10 + C01) = { $both } / ({ $both } + { $onlya } + { $onlyb }) = { $share }: it is the Jaccard.
permutation-so-far = { $equal } of { $all } permutations so far had equal minima: { $share }, counted { $counted }.
permutation-estimate = equal so far

sets-rows = Every shingle of either text is a row; 1 where the text has it:
sets-given = Every element is a row; 1 where the set has it:
sets-ask = How alike are A and B?
sets-counts = In both (C11) { $both }, in A alone (C10) { $onlya }, in B alone (C01) { $onlyb }, in neither (C00) { $neither }. Rows in neither do not count.
sets-formula = Jaccard = C11 / (C11 + C10 + C01) = { $fraction } = { $share }
sets-jaccard = Jaccard
sets-a-in-b = share of A that is in B
sets-b-in-a = share of B that is in A
sets-excerpt-name = excerpt
sets-excerpt = What if B is an excerpt of A, here { $words } of the { $all } words of { $name }?
sets-excerpt-ask = What is the Jaccard of A and its excerpt?
sets-excerpt-hidden = All of the excerpt is in A, but Jaccard is small, because A is long. Containment says it.

signatures-empty = No text has a shingle: the matrix has no rows.
signatures-matrix = One column a document, one row a shingle:
signatures-orders = Each permutation gives every row a new index:
signatures-visits = The rows are visited in these orders:
signatures-minima = The signature keeps of each document the least new index under each permutation:
signatures-firsts = The signature keeps of each document the first row that has a 1:
signatures-ask = Which two documents does the signature take for the most alike?
signatures-both = The true Jaccard, and the share of equal signature rows:
signatures-true = true
signatures-signed = signature
signatures-pass = No permutation is ever made: each row is hashed, in one pass, and every slot keeps the least. At first every slot is ∞.
signatures-pass-ask = What is the largest number left in the slots after the pass?
signatures-row = Row { $row } goes to { $goes }; it is in: { $documents }.
signatures-rest = After the other { $n } rows:

race-counted = Counted: { $shared } of { $union } shingles are shared, { $share }.
race-certain = Every permutation says the same: the estimate is { $share } from the first draw on, without error. Take two texts that are partly alike.
race-ask = Each draw says equal or not. After how many draws is the share of equal ones within ±.05 of { $share } in 95 of 100 runs?
race-formula = { $n }: the error of a run is { $z } · √(J(1−J)/n), with J = { $share }; it is { $within } after { $n } draws. For half of the error, four times the draws.
race-plot = Share of permutations with equal minima
race-draws = draws
race-equal = equal
race-band = 95 of 100 runs
race-run = this run
race-at = At { $draws } draws: { $equal } equal = { $share }. Counted { $counted }, theory ±{ $error }.
race-threshold = To be near-duplicates at { $threshold }, at least { $needed } of { $draws } draws must be equal.
race-seats = { $seats } seats are { $seats } seeds. After { $draws } draws { $inside } of them are between { $low } and { $high }:
race-seat = seat
race-ends = Where the seats end
race-outside = Outside are the seats { $seats }. About one in twenty is expected there.
race-rivals = Error of the estimate over { $seats } seats, with { $draws } values each:
race-minhash = permutations (min-hash)
race-oph = one permutation, in bins
race-fss = fast similarity sketch
race-subset = random subset
race-subset-none = The random subset of exercise 19.9 takes as many shingles of a collection of { $universe }: for { $none } of { $seats } seats none of these two texts' shingles is in it, and there is no estimate (exercise 19.10).

buckets-bands = A sketch of { $values } values is cut into { $bands } bands of { $rows }. Each band is hashed into a bucket of its own.
buckets-pair = The two share { $share }, counted.
buckets-ask = Will { $a } and { $b } meet in a bucket?
buckets-band = band { $band }
buckets-more = … and { $n } more bands.
buckets-met = { $a } and { $b } meet in { $met } of { $bands } bands. One is enough.
buckets-plot = Which pairs become candidates
buckets-candidate = P(candidate)
buckets-dot = this pair
buckets-curve = P(candidate) = 1 − (1 − J^{ $rows })^{ $bands }: at J = { $share } it is { $chance }.
buckets-bandings = The same 200 values cut otherwise, bands × rows:
buckets-super = 6 super-shingles of 14
buckets-super-explained = Super-shingles ask for two equal ones of six, each of 14 values: only nearly equal texts pass.
buckets-missed = { $bands } bands of { $rows }: of pairs at the threshold { $threshold }, a share of { $missed } is missed; of pairs at { $unlike }, a share of { $wasted } is compared for nothing.
buckets-verified = Every candidate is counted exactly afterwards: a bucket can waste work, but it cannot make a false pair.

buckets-collection = of { $pairs } pairs of the demo’s { $documents } texts are proposed by { $bands } bands of { $rows } and counted.
buckets-found = Of the { $near } pairs at or above { $threshold }, { $found } are among them.
buckets-manuals = If { $n } documents were like these, { $proposed } of their { $all } pairs would be counted: this is where the first number goes.

chain-words = { $n } { $n ->
    [one] word
   *[other] words
}
chain-pairs = Pairs that share at least { $threshold }: { $n }.
chain-ask = { $a } and { $b } are in one cluster. Are they near-duplicates?
chain-ends = { $a } and { $b } share { $share } only: a chain.
chain-no-chain = The least alike of a cluster, { $a } and { $b }, share { $share }: no chain.
chain-no-cluster = No pair is at or above the threshold: every text stands alone.
chain-union-find = Union-find, strongest pair first. A root is its own parent:
chain-join = roots { $a } and { $b }: join
chain-known = one root, { $a }: nothing to do
chain-head-similarity = similarity
chain-head-pair = pair
chain-head-step = step
chain-head-parents = parents
chain-head-forest = forest
chain-never = The next pair shares { $share }: below the line, so that { $n } { $n ->
    [one] pair is
   *[other] pairs are
} never asked.
chain-clusters = At { $threshold } there { $n ->
    [0] is no cluster.
    [one] is one cluster.
   *[other] are { $n } clusters.
}
chain-bridge = The weakest bridge is { $a } – { $b } at { $share }: cut there, its cluster falls into { $left } and { $right }.
chain-count-ask = Move the line to { $threshold }. How many groups are there, single texts counted?
chain-moved = groups at { $threshold }:
chain-complete = Complete linkage at { $threshold }: every two of a group are near-duplicates.

simhash-votes = Each of the { $words } words of { $name } votes on every bit by its hash; here the lowest { $bits } of 64:
simhash-rest = rest ×{ $n }
simhash-sum = sum
simhash-bit = bit
simhash-ask = In how many of 64 bits do the two fingerprints differ?
simhash-distance = bits differ. The two texts share { $share } of their shingles, counted.
simhash-near = At most { $near }: a candidate.
simhash-far = More than { $near }: no candidate, whatever the shingles say.
simhash-angle = SimHash estimates an angle between counts of words. It does not see their order.
simhash-given = Fingerprints of { $bits } bits, with their numbers:
simhash-nearest-ask = Which two differ in the fewest bits?
simhash-within = These differ in at most { $near } bits; all other pairs in at least { $next }.
simhash-sorted = Sorted by value, with the bits in which neighbours differ:
simhash-rotated = Rotated left by { $bits } bits and sorted again:
simhash-neighbours = { $n } { $n ->
    [one] pair of neighbours differs
   *[other] pairs of neighbours differ
} in at most { $near } bits. What is not adjacent is not found in this order.
simhash-values = Hash values of the shingles:
simhash-modulus-ask = How many of them are 0 mod { $modulus }?
simhash-sample = { $n } of { $all } are 0 mod { $modulus }. They are the sample that stands for the text:

why-collection = A collection has { $n } documents. Which of them are nearly the same?
why-ask = { $n } documents: how many pairs are there to compare?
why-pairs = pairs of { $n } documents: n (n − 1) / 2.
why-time = At { $rate } comparisons in a second, all of them take { $time }.
why-under-a-second = less than a second
why-time-seconds = { $n } { $n ->
    [one] second
   *[other] seconds
}
why-time-minutes = { $n } { $n ->
    [one] minute
   *[other] minutes
}
why-time-hours = { $n } { $n ->
    [one] hour
   *[other] hours
}
why-time-days = { $n } { $n ->
    [one] day
   *[other] days
}
why-time-years = { $n } { $n ->
    [one] year
   *[other] years
}
why-storage = A list of all of them, 16 bytes a pair, takes { $storage }.
why-growth = Ten times the documents are a hundred times the pairs (bars by powers of ten):
why-way-out = Nearly all pairs have nothing in common. The way out is to find the others without looking at all: shingles, sketches, buckets.

mirrors-unseen = Two collections can be searched, but not read. How large is one, measured by the other?
mirrors-shares = Of documents drawn from A, a share of { $forth } is found in B. Of documents drawn from B, a share of { $back } is found in A.
mirrors-ask = What is |A| / |B|?
mirrors-formula = |A| / |B| = { $back } / { $forth }: what both have is the same number of documents, seen from either side.
mirrors-why = |A ∩ B| = share of A · |A| = share of B · |B|.
mirrors-drawn = Drawn: { $n } { $n ->
    [one] document
   *[other] documents
} from each of two made-up collections, A with { $a } documents and B with { $b }, { $both } in both.
mirrors-forth = of A, found in B
mirrors-back = of B, found in A
mirrors-inside = |A| / |B| is about { $value }, with 95 % between { $low } and { $high }. It is { $truth }.
mirrors-outside = |A| / |B| is about { $value }, with 95 % between { $low } and { $high }. It is { $truth }: one of the samples, about one in twenty, that miss it.
mirrors-nothing = Nothing common was found in one of the samples: they do not bound the ratio. Draw more.

own-ask = Would the method catch { $a } and { $b } as near-duplicates at { $threshold }?
own-jaccard = Jaccard, counted
own-estimate = estimate from 200 values, 95 % interval
own-candidate = P(candidate)
own-simhash = bits in which SimHash differs
own-caught = { $share } is at or above { $threshold }: near-duplicates.
own-missed = { $share } is below { $threshold }: not found as near-duplicates.
own-blind = The method sees words in a row, not meaning. A text with every third word replaced by a synonym keeps its sense and loses every shingle of three words or more.

stage-b-bit = Sketches of few bits
stage-sketches = Kinds of sketches
stage-containment-sketches = Samples for containment
stage-winnowing = Winnowing

dial-bits = { $n } { $n ->
    [one] bit
   *[other] bits
} a value
dial-modulus = 0 mod { $n }
dial-window = windows of { $n }

b-bit-keeps = A sketch of { $values } values of 32 bits takes { $whole } bytes. With the lowest { $bits } of each it takes { $bytes }:
b-bit-whole = all bits
b-bit-kept = lowest { $bits }
b-bit-ask = In { $equal } of { $values } places all 32 bits are equal. In how many are the lowest { $bits }?
b-bit-agree = places agree. Unlike values agree by chance with probability { $chance }; with that counted out, the estimate is { $estimate }. Counted: { $counted }.
b-bit-formula = J is estimated as (P − C) / (1 − C), with P the share that agrees and C = 2^−{ $bits } = { $chance }.
b-bit-sizes = { $values } values, by the bits that each keeps:
b-bit-head-bits = bits
b-bit-head-bytes = bytes
b-bit-head-estimate = estimate
b-bit-head-error = error
b-bit-head-values = values in the bytes of 32 bits
b-bit-head-same = error
b-bit-trade = Fewer bits make the error of a value larger. In the same bytes there is room for more values, and for texts that are alike this wins.

sketches-kinds = Four kinds of sketches with { $values } values each, for two texts with { $union } shingles together that share { $share }.
sketches-ask = Which of them had the least error over { $seats } seeds?
sketches-minhash = min-hash
sketches-fss = fast similarity sketch
sketches-oph = one permutation, in bins
sketches-superminhash = SuperMinHash
sketches-measured = Error of the estimate over { $seats } seeds, with { $values } values each:
sketches-head-kind = kind
sketches-head-measured = measured
sketches-head-theory = theory
sketches-head-how = how it is made
sketches-minhash-how = one permutation a value
sketches-fss-how = rounds until no bin is empty
sketches-oph-how = one hash, then bins filled
sketches-superminhash-how = one permutation a shingle
sketches-why = Two values of min-hash may come from one shingle. Fast similarity sketches and SuperMinHash spread the shingles over the values, so that their error is smaller where texts are short.

mod-keeps = Of each text the shingles are kept whose hash is 0 mod { $p }:
mod-head-text = text
mod-head-all = shingles
mod-head-kept = kept
mod-head-p = mod
mod-head-kept-a = kept of A
mod-head-kept-b = kept of B
mod-head-b-in-a = B in A
mod-head-a-in-b = A in B
mod-nothing = Nothing of { $name } is kept mod { $p }: the sample says nothing of it. Turn to a smaller number.
mod-ask = The two samples share { $shared }. How much of { $b } is in { $a }?
mod-estimate = of the sample of { $b } is also in that of { $a }: { $estimate }. Counted: { $counted }.
mod-b-in-a = B in A, by samples
mod-a-in-b = A in B, by samples
mod-counted = counted
mod-grows = The sample of a long text is long. A sketch has 200 values of every text, so it says little of how much of a short text a long one holds.
mod-by-p = What other numbers keep, and what they say:

winnow-window = Windows of { $w } shingles of { $name }, by the upper 10 bits of their hashes; of each the least is kept:
winnow-head-number = window
winnow-head-hashes = hashes
winnow-head-least = the least
winnow-ask = { $name } has { $all } shingles. How many of them does some window keep?
winnow-kept = shingles are kept, each once: { $count } of { $all }.
winnow-promise = Every { $words } words in a row make a window of { $w }. If both texts have them, both keep the same least hash there.
winnow-shared = A and B keep { $shared } hashes in common.
winnow-by-width = Wider windows keep fewer, and promise less:
winnow-head-window = window
winnow-head-words = finds runs of
winnow-head-kept-a = kept of A
winnow-head-kept-b = kept of B
winnow-head-shared = in common

notes-answer = Answer { $question }: { $answer }
notes-open = discuss



screen-votes = { $n ->
    [one] one vote
   *[other] { $n } votes
}
screen-reveal = The answer is { $number }: { $answer }
screen-open = The class decides.
screen-computing = computing …
screen-step = { $step } of { $steps }
screen-type = Text { $name }: type or paste
screen-typed = { $words ->
    [one] one word
   *[other] { $words } words
}

term-near-duplicate = near-duplicate
term-near-duplicate-says = A text that is nearly the same as another: a new edition, a copy with another footer. How near is near is a threshold that people set.
term-pair = pair
term-pair-says = Two documents that are looked at together. n documents make n (n − 1) / 2 pairs, so ten times the documents are a hundred times the pairs.
term-candidate = candidate
term-candidate-says = A pair that a cheap method proposes. It is counted exactly afterwards, so that a wrong proposal costs time and no truth.
term-exact = exact, counted
term-exact-says = A figure that is counted from all shingles of both texts. It has no error, but counting it for every pair takes too long.
term-shingle = shingle
term-shingle-says = k words in a row. A text is taken as the set of all its shingles, so that a changed word touches at most k of them.
term-k = k
term-k-says = How many words make a shingle. A small k finds chance likeness, a large k loses texts of which some words were changed.
term-set = set
term-set-says = Each shingle counts once, however often it stands in the text. This is what the similarity here is counted from.
term-bag = bag
term-bag-says = Each shingle counts as often as it stands in the text. Repeats then make two texts less alike than their sets say.
term-jaccard = Jaccard
term-jaccard-says = Shared shingles divided by all shingles of the two texts. It is 1 for the same sets and 0 where nothing is shared.
term-containment = containment
term-containment-says = The share of one text's shingles that stand in the other. It finds an excerpt in a long text, where the Jaccard is small.
term-union = union
term-union-says = All shingles that stand in at least one of the two texts. What stands in neither is not counted.
term-hash = hash
term-hash-says = A number that is computed from a shingle and looks random. The same shingle has the same number in every text.
term-permutation = permutation
term-permutation-says = A shuffle of all numbers that is the same for every text. Each one is a draw: it picks one shingle of the union to come first.
term-minimum = minimum
term-minimum-says = The least number of a text under a permutation. Two texts have the same one with a probability equal to their Jaccard.
term-estimate = estimate
term-estimate-says = The share of draws in which both minima are equal. It is near the counted value, and nearer the more draws there are.
term-interval = interval
term-interval-says = The range that the estimate of 95 of 100 runs lies in. It is half as wide after four times the draws.
term-seed = seed
term-seed-says = The number that all random choices start from. The same seed gives the same picture on every machine.
term-one-permutation = one permutation, in bins
term-one-permutation-says = A single shuffle, cut into bins of which each keeps its least number. It costs one pass where min-hash costs one for each value.
term-subset = random subset
term-subset-says = The same small part of all shingles, for every text. It often keeps nothing of two short texts, and then there is no estimate.
term-matrix = matrix
term-matrix-says = A row for each shingle and a column for each document, with a 1 where the document has it. It is never stored, because nearly all of it is 0.
term-signature = signature
term-signature-says = The minima of a document under several permutations, one below the other. Two columns agree in about as many rows as the Jaccard says.
term-row-hash = row hash
term-row-hash-says = A function that gives each row a new index in place of a permutation. One pass over the rows with ones fills all slots.
term-sketch = sketch
term-sketch-says = A short list of numbers that stands for a text, here 200. Sketches are compared in place of texts.
term-band = band
term-band-says = Some values of a sketch, taken together. Two texts agree on a band only if all its values are equal.
term-bucket = bucket
term-bucket-says = All documents with the same values in a band. Who shares a bucket is a candidate, and nobody else is compared.
term-s-curve = S-curve
term-s-curve-says = The probability that a pair becomes a candidate, over its Jaccard. More rows in a band move the step to the right.
term-super-shingle = super-shingle
term-super-shingle-says = A run of sketch values as one number. Two equal ones of six are asked for, which only nearly equal texts have.
term-cluster = cluster
term-cluster-says = Documents that are joined by pairs at or above the threshold. Two of them need not be alike.
term-threshold = threshold
term-threshold-says = The similarity from which two texts count as near-duplicates. Moving it joins clusters or parts them.
term-union-find = union-find
term-union-find-says = A way to join groups: each has a root, and a pair joins the roots of its two ends. It needs hardly more than one look at each pair.
term-chain = chain
term-chain-says = A cluster of which some members are below the threshold. Each resembles the next one, but the ends have little in common.
term-bridge = bridge
term-bridge-says = A pair without which a cluster falls in two. The weakest one is where a chain is cut first.
term-complete-linkage = complete linkage
term-complete-linkage-says = Groups are joined only if every two of their members are at or above the threshold. It has no chains, but it depends on the order of joining.
term-dendrogram = dendrogram
term-dendrogram-says = A tree of all joins, at the similarity where each happens. A line across it gives the clusters of a threshold.
term-representative = representative
term-representative-says = The document of a cluster that is nearest to all others. It stands for the cluster in lists.
term-fingerprint = fingerprint
term-fingerprint-says = 64 bits that stand for a text. Similar texts differ in few of them.
term-vote = vote
term-vote-says = Each word adds its hash, bit by bit: plus one for a 1 and minus one for a 0. The sign of the sum is the bit of the fingerprint.
term-distance = distance
term-distance-says = In how many bits two fingerprints differ. Up to 3 of 64 they are looked at as near-duplicates.
term-rotation = rotation
term-rotation-says = All fingerprints are turned by some bits and sorted again. Two that differ in low bits then stand beside each other.
term-sample = sample
term-sample-says = Some documents drawn from a collection. Each is looked for in the other collection.
term-relative-size = relative size
term-relative-size-says = How large one collection is, measured by the other. It follows from the two shares that are found, without reading either.
term-not-read = not read
term-not-read-says = A file or row that could not be taken as a text, with the reason. It is in no figure, so look here before you trust a count.
term-same = the same, identical
term-same-says = Documents with the same words in the same order. One of them is compared with others, and the rest follow it.
term-own = its own
term-own-says = Shingles of a document that stand in no other document. Where all are its own, nothing was copied word by word.
term-mask = mask
term-mask-says = Text that is left out of the comparison, such as a quotation or a template. The figures are then those of the rest.
term-common-block = common block
term-common-block-says = A passage that many documents hold, such as a licence or a footer. It makes documents alike that have nothing else in common.
term-passage = passage
term-passage-says = A run of words that stands in both texts, with small edits in it. A reader would mark it as one place.
term-source = source
term-source-says = A document that holds parts of the text in hand. Which of two was first is not told by the words.
term-b-bit = b-bit sketch
term-b-bit-says = A sketch that keeps only the lowest b bits of each value. It is smaller, and values that agree by chance are counted out again.
term-fast-similarity = fast similarity sketch
term-fast-similarity-says = A sketch whose empty bins are filled by further rounds. It has the speed of one permutation, and no empty bins.
term-containment-sketch = containment sketch
term-containment-sketch-says = The shingles whose hash is divisible by p. Their number grows with the text, so they can show an excerpt in a long text.
term-winnowing = winnowing
term-winnowing-says = The least hash of every window of shingles is kept. Any shared passage of some length leaves a common one.
term-precision = precision
term-precision-says = The share of found pairs that are right. Methods that verify each candidate exactly find no wrong pair.
term-recall = recall
term-recall-says = The share of right pairs that are found. Bands with few rows find more of them and compare more for nothing.
term-kept-from = kept from
term-kept-from-says = The similarity down to which pairs are kept. The threshold can be moved down to it without a new search.
term-single-linkage = single linkage
term-single-linkage-says = One pair at or above the threshold is enough to join two groups. This is how clusters are made unless another linkage is set.
term-kept-copy = kept copy
term-kept-copy-says = The document that stays if one copy of each near-duplicate is kept. The others are dropped, each with who stands for it.
term-decision = decision
term-decision-says = What a person says of a pair, a document or a cluster: copied, acceptable, template, different or unsure. It stands in the journal and is about the texts, not their names.
term-mirror = mirror
term-mirror-says = A folder or host that holds the documents of another one. The share says how many of its documents have a twin at the same place.
term-index = index
term-index-says = What is kept of a corpus between two runs: words, sketches, pairs, full text. Only files that have changed are read again.
term-exact-join = exact join
term-exact-join-says = A method that finds all pairs at or above the threshold, none missed. It skips only pairs that cannot reach it.
term-disguised = disguised
term-disguised-says = A text with letters of other scripts that look the same, or with signs that nobody sees. Its words then match no other text. Lists put ‡ before its name.
