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
dial-permutations = { $n } permutations
dial-draws = { $n } draws
dial-rows = { $n } rows in a band
dial-threshold = threshold { $n }
dial-rotation = rotated by { $n }
dial-documents = { $n } documents
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

shingles-ask = How alike are these two? Shared shingles of all shingles:
shingles-ask-slip = How alike are these two? A published slide counts in a way that gives { $slip }. You?
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
shingles-slip = The slide's { $slip } counts one repeat, on one side: a slip. It is neither the set nor the bag.
shingles-change-ask = Change one word of B. How many of its shingles can that cost at most?
shingles-change = One changed word stands in at most { $k } shingles. Here it costs up to { $most } of { $all }:
shingles-by-k = The longer the shingles, the less two different texts share:
