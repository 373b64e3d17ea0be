# ruff: noqa: E501
"""The mistakes that a verdict can name: those of the diagnosis, and those of the tasks.

A row says its key, what the mistake is called, what it does, and the section that
explains it.
"""

from attention.diagnosis.catalogue import CATALOGUE, parse

TASKS = """
gap | The gap is still there | your lines go in the place of `raise NotImplementedError` | practice/write-it-yourself.md
raises | An error is raised | the answer must run before it can be judged | mistakes/index.md#an-error-is-raised
other | Other numbers than asked | no mistake that is known gives them | mistakes/index.md
shape | Another shape than asked | the numbers cannot be compared | mistakes/shapes.md
bool | True and False are asked, not numbers | a float mask is added to scores, where a boolean one allows and hides | causal/mask-conventions.md#a-float-mask-that-is-not-additive
corner | The mask is lined up at the first key | the last query belongs to the last key, and the first query to an earlier one | mistakes/masks.md#is_causaltrue-with-a-cache
inverted | The mask is read the other way round | what it allows is hidden, and what it hides is allowed | causal/mask-conventions.md#the-inverted-mask
maximum | The maximum of the whole tensor is subtracted | in a row far below it, every exponential is 0 | self-attention/softmax.md#subtract-the-maximum
sum | Divided by the sum of the whole tensor | each row has a sum of its own | self-attention/softmax-dimensions.md#what-a-dim-is
no-exp | No exponential | differences from the maximum are not positive, so their shares are no weights | self-attention/softmax.md#exponentials-then-shares
turn=none | Nothing is turned | the scores do not depend on positions | modern/rotary.md#turn-both
pad | Padding is read | the mask of the context is not used | multi-head/padding.md#zeros-are-not-nothing
tiles=large | A tensor has a column for every key | all scores are in memory at once, which tiles are to avoid | modern/flash.md#what-is-kept
tiles=rescale | What was summed is not rescaled | when the maximum grows, earlier exponentials belong to another one | modern/one-pass.md#a-running-maximum-a-running-sum
tiles=sum | The sum is rescaled, and the context vector is not | both hold exponentials that belong to the old maximum | modern/one-pass.md#a-context-vector-in-one-pass
tiles=newest | The maximum of the newest tile alone | an earlier tile may have had a larger one | modern/one-pass.md#a-running-maximum-a-running-sum
tiles=undivided | The contexts are not divided by the sums | the weights of a row do not sum to one | modern/one-pass.md#a-context-vector-in-one-pass
tiles=rest | The last, shorter tile is left out | the number of keys need not be a multiple of the tile | modern/flash.md#which-tiles
top-p=crosses | The word that reaches top_p is dropped | the words that are kept have less than top_p | models/sampling.md#top-p
top-p=share | The kept probabilities are not divided by their sum | without the dropped words they sum to less than one | models/sampling.md#top-p
top-p=unsorted | The words are summed in the order of the vocabulary | the sum must begin with the most probable word | models/sampling.md#top-p
top-p=places | The result is in the order of the probabilities | each probability must go back to the place of its word | models/sampling.md#top-p
temperature=none | The temperature is not used | another temperature gives the same probabilities | models/sampling.md#temperature
temperature=times | Multiplied by the temperature | a low temperature then makes the probabilities flatter | models/sampling.md#temperature
router=all | The softmax of all experts, and no sum of one | the weights of those that are not used are missing from the sum | frontier/experts.md#one-token
router=even | All weights are equal | a larger score must give a larger weight | frontier/experts.md#one-token
router=smallest | The experts with the smallest scores | the order is the wrong way round | frontier/experts.md#one-token
router=scores | The scores are the weights | they may be negative, and do not sum to one | frontier/experts.md#one-token
router=sum | Scores divided by their sum | scores may be negative, so their shares are no weights | mistakes/numbers.md#scores-divided-by-their-sum
block=first | Attention adds to nothing | its result takes the place of x | models/block.md#a-dropped-residual
block=second | The feed-forward network adds to nothing | its result takes the place of what attention made | models/block.md#a-dropped-residual
block=post | The norms come after the sums | as in the first transformer, and not as in GPT-2 | models/residual-and-norm.md#before-the-layer-or-after-the-sum
block=one-norm | The first norm is used twice | each norm has numbers of its own | models/block.md
block=no-norm | The norms are not used | each part reads its input through one | models/residual-and-norm.md#before-the-layer-or-after-the-sum
block=parallel | Both parts read the same input | the network must read what attention has added to | models/block.md#exercise
"""
KNOWN = CATALOGUE | parse(TASKS)
