# ruff: noqa: E501
"""The mistakes that a verdict can name: those of the diagnosis, and those of the tasks.

A row says its key, what the mistake is called, what it does, and the section that
explains it.
"""

from attention.diagnosis.catalogue import CATALOGUE, parse

TASKS = """
gap | The gap is still there | your lines go in the place of `raise NotImplementedError` | practice/write-it-yourself.md |
raises | An error is raised | the answer must run before it can be judged | mistakes/index.md#an-error-is-raised |
other | Other numbers than asked | no mistake that is known gives them | mistakes/index.md |
shape | Another shape than asked | the numbers cannot be compared | mistakes/shapes.md |
bool | True and False are asked, not numbers | a float mask is added to scores, where a boolean one allows and hides | causal/mask-conventions.md#a-float-mask-that-is-not-additive |
corner | The mask is lined up at the first key | the last query belongs to the last key, and the first query to an earlier one | mistakes/masks.md#is_causaltrue-with-a-cache |
inverted | The mask is read the other way round | what it allows is hidden, and what it hides is allowed | causal/mask-conventions.md#the-inverted-mask |
blocked | True = blocked, and lined up at the first key | here True = may attend, and the last query belongs to the last key | causal/mask-conventions.md#the-inverted-mask |
scale=d_v | Divided by the root of d_v | the size of the values was read, and not that of the keys | self-attention/scaling.md#in-code |
maximum | The maximum of the whole tensor is subtracted | in a row far below it, every exponential is 0 | self-attention/softmax.md#subtract-the-maximum |
sum | Divided by the sum of the whole tensor | each row has a sum of its own | self-attention/softmax-dimensions.md#what-a-dim-is |
axis-1 | Softmax over axis 1 | in a matrix that is the axis of the keys, and in a batch it is not | self-attention/softmax-dimensions.md#the-wrong-dim-and-why-it-hides |
no-exp | No exponential | differences from the maximum are not positive, so their shares are no weights | self-attention/softmax.md#exponentials-then-shares |
turn=none | Nothing is turned | the scores do not depend on positions | modern/rotary.md#turn-both |
pad | Padding is read | the mask of the context is not used | multi-head/padding.md#zeros-are-not-nothing |
tiles=large | A tensor has a column for every key | all scores are in memory at once, which tiles are to avoid | modern/flash.md#what-is-kept |
tiles=alone | A softmax for each tile | each tile's weights sum to one, as if there were no other | modern/one-pass.md#merging-two-parts |
tiles=mean | The mean of the tiles' results | a tile with small scores counts as much as one with large ones | modern/one-pass.md#merging-two-parts |
tiles=rescale | What was summed is not rescaled | when the maximum grows, earlier exponentials belong to another one | modern/one-pass.md#a-running-maximum-a-running-sum |
tiles=sum | The sum is rescaled, and the context vector is not | both hold exponentials that belong to the old maximum | modern/one-pass.md#a-context-vector-in-one-pass |
tiles=newest | The maximum of the newest tile alone | an earlier tile may have had a larger one | modern/one-pass.md#a-running-maximum-a-running-sum |
tiles=undivided | The contexts are not divided by the sums | the weights of a row do not sum to one | modern/one-pass.md#a-context-vector-in-one-pass |
tiles=rest | The last, shorter tile is left out | the number of keys need not be a multiple of the tile | modern/flash.md#which-tiles |
top-p=crosses | The word that reaches top_p is dropped | the words that are kept have less than top_p | models/sampling.md#top-p |
top-p=share | The kept probabilities are not divided by their sum | without the dropped words they sum to less than one | models/sampling.md#top-p |
top-p=each | top_p is held against each word | it is a bound for the sum of the largest probabilities | models/sampling.md#top-p |
top-p=least | The least probable words are kept | the sum must begin with the most probable word | models/sampling.md#top-p |
top-p=unsorted | The words are summed in the order of the vocabulary | the sum must begin with the most probable word | models/sampling.md#top-p |
top-p=places | The result is in the order of the probabilities | each probability must go back to the place of its word | models/sampling.md#top-p |
top-p=logits | Probabilities in the place of logits | the softmax was taken twice | models/sampling.md#temperature |
temperature=none | The temperature is not used | another temperature gives the same probabilities | models/sampling.md#temperature |
temperature=times | Multiplied by the temperature | a low temperature then makes the probabilities flatter | models/sampling.md#temperature |
temperature=last | The temperature comes after top-p | the words that are kept then do not depend on it | models/sampling.md#their-order |
temperature=share | The temperature divides probabilities | it divides logits, before the softmax | models/sampling.md#temperature |
router=all | The softmax of all experts, and no sum of one | the weights of those that are not used are missing from the sum | frontier/experts.md#one-token |
router=even | All weights are equal | a larger score must give a larger weight | frontier/experts.md#one-token |
router=smallest | The experts with the smallest scores | the order is the wrong way round | frontier/experts.md#one-token |
router=tokens | The tokens are chosen, not the experts | the largest scores of each column, where those of each row are asked | frontier/experts.md#one-token |
router=scores | The scores are the weights | they may be negative, and do not sum to one | frontier/experts.md#one-token |
router=sum | Scores divided by their sum | scores may be negative, so their shares are no weights | mistakes/numbers.md#scores-divided-by-their-sum |
router=sigmoid | The sigmoid in the place of the softmax | the weights of a token do not sum to one | frontier/experts.md#one-token |
router=axis | Softmax over the tokens | the weights of a token do not sum to one | frontier/experts.md#one-token |
block=first | Attention adds to nothing | its result takes the place of x | models/block.md#a-dropped-residual |
block=second | The feed-forward network adds to nothing | its result takes the place of what attention made | models/block.md#a-dropped-residual |
block=around | One sum around both parts | each part adds to what it has read | models/block.md#a-dropped-residual |
block=swapped | The feed-forward network comes first | attention comes first, with the first norm | models/block.md |
block=normed | What is added to went through the norm | the residual path has no norm on it | models/residual-and-norm.md#before-the-layer-or-after-the-sum |
block=post | The norms come after the sums | as in the first transformer, and not as in GPT-2 | models/residual-and-norm.md#before-the-layer-or-after-the-sum |
block=one-norm | The first norm is used twice | each norm has numbers of its own | models/block.md |
block=no-norm | The norms are not used | each part reads its input through one | models/residual-and-norm.md#before-the-layer-or-after-the-sum |
block=parallel | Both parts read the same input | the network must read what attention has added to | models/block.md#exercise |
"""
KNOWN = CATALOGUE | parse(TASKS)
