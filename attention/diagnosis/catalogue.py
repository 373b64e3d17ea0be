# ruff: noqa: E501
"""The mistakes that can be told: a table that is extended by one line.

A row is a key, the mistake's name, why it happens, and the section of the site that
explains it. `MISTAKES` are read off the numbers of an attention; `PROPERTIES` must hold
whatever the code computes. A name after a tilde is that of a convention: it is told and
is no mistake.
"""

from typing import NamedTuple

SITE = "https://attention-verified.github.io/attention-verified/"


class Mistake(NamedTuple):
    """One row of the catalogue.

    Attributes:
        key: A short name, such as "scale=one".
        name: What the mistake is called.
        thought: Why it happens, or what it does.
        page: The file and the anchor of the section that explains it.
        note: Whether it is a convention only.
    """

    key: str
    name: str
    thought: str
    page: str
    note: bool

    @property
    def link(self) -> str:
        """The address of the section that explains it."""
        path, _, anchor = self.page.partition("#")
        path = path.removesuffix("index.md").removesuffix(".md")
        return SITE + path.rstrip("/") + "/" + (f"#{anchor}" if anchor else "")


def parse(table: str) -> dict[str, Mistake]:
    """Return the rows of a table by their keys.

    Args:
        table: One row a line: key, name, thought and page between bars.
    """
    rows = (line.split(" | ") for line in table.strip().splitlines())
    return {
        key: Mistake(key, name.lstrip("~"), thought, page, name[0] == "~")
        for key, name, thought, page in rows
    }


MISTAKES = parse("""
scale=one | Scores without the scale | the scores are not divided by the root of d_k | mistakes/numbers.md#scores-without-the-scale
scale=d_model | Divided by the root of d_model | the divisor is the root of the width of all heads together, and not of one head | mistakes/claims.md#divide-by-the-root-of-d_model
scale=d_in | Divided by the root of d_in | the divisor is the root of the input's width, and not of a key's | mistakes/claims.md#divide-by-the-root-of-d_model
scale=d_k | Divided by d_k, not by its root | the root is missing, or the scale is applied twice: F.scaled_dot_product_attention already divides | mistakes/numbers.md#the-wrong-divisor
scale=inverse | Multiplied by the root of d_k | dividing by d_k ** -0.5 multiplies by the root | mistakes/numbers.md#the-wrong-divisor
scale=heads | Divided by the root of the number of heads | the size of the wrong axis was read | mistakes/numbers.md#the-wrong-divisor
scale=length | Divided by the root of the number of tokens | the size of the wrong axis was read: size(-2) for size(-1) | mistakes/numbers.md#the-wrong-divisor
scale=after | Scaled after the softmax | the scale belongs to the scores; the rows of weights no longer sum to one | mistakes/numbers.md#the-wrong-divisor
scale=after-d_model | Scaled after the softmax, by the root of d_model | the scale belongs to the scores; the rows of weights no longer sum to one | mistakes/numbers.md#the-wrong-divisor
softmax=queries | Softmax over the queries | a row of weights belongs to a query, and the softmax runs along the row, over the keys | mistakes/shapes.md#softmax-over-the-wrong-dimension
softmax=heads | Softmax over the heads | a row of weights belongs to a query, and the softmax runs along the row, over the keys | mistakes/shapes.md#softmax-over-the-wrong-dimension
softmax=batch | Softmax over the batch | a row of weights belongs to a query, and the softmax runs along the row, over the keys | mistakes/shapes.md#softmax-over-the-wrong-dimension
softmax=flat | Softmax over the whole matrix | all weights of a head together sum to one, where each row should | mistakes/shapes.md#softmax-over-the-wrong-dimension
softmax=single | Softmax over an axis of one number | the softmax of a single number is 1, whatever it is: the axis of the tokens is another one | mistakes/shapes.md#softmax-over-the-wrong-dimension
softmax=twice | Softmax twice | what gets the weights takes the softmax again, which flattens them | mistakes/numbers.md#softmax-twice
softmax=linear | Scores divided by their sum | scores may be negative, so their shares are no weights | mistakes/numbers.md#scores-divided-by-their-sum
softmax=none | No softmax | the raw scores are the weights | mistakes/numbers.md#another-function-in-place-of-softmax
softmax=exp | Exponentials, not divided by their sum | the rows of weights do not sum to one | mistakes/numbers.md#another-function-in-place-of-softmax
softmax=keepdim | Divided by the sums, without keepdim | broadcasting divides column j by the sum of row j | mistakes/shapes.md#divided-by-the-sums-without-keepdim
softmax=log | log_softmax in place of softmax | logarithms of weights are negative | mistakes/numbers.md#another-function-in-place-of-softmax
softmax=sigmoid | Sigmoid in place of softmax | the rows of weights do not sum to one | mistakes/numbers.md#another-function-in-place-of-softmax
mask=inverted | The inverted mask | True allows in one function and blocks in another; the last row has nothing left and is nan | mistakes/masks.md#a-mask-that-allows-used-to-block
mask=inverted-finite | The inverted mask, with a large number | the last row has nothing left: its weights are even and look normal | causal/mask-conventions.md#the-inverted-mask
mask=inverted-zero | The inverted mask, in torch's fused call | True is "may attend" for F.scaled_dot_product_attention, and "blocked" for nn.MultiheadAttention | mistakes/masks.md#true-in-sdpa-true-in-nnmultiheadattention
mask=hidden | Every token is hidden, so the weights are even | the mask is read the other way round: it hides what may be read | mistakes/masks.md#a-mask-that-allows-used-to-block
mask=transposed | The triangle upside down | each token attends to itself and to later tokens | mistakes/masks.md#a-mask-that-allows-used-to-block
mask=next | Off by one on the diagonal: the next token is visible | the token to be predicted is among the keys | mistakes/masks.md#off-by-one-on-the-diagonal
mask=strict | Off by one on the diagonal: no token attends to itself | the first row has nothing left and is nan | mistakes/masks.md#off-by-one-on-the-diagonal
mask=strict-finite | Off by one on the diagonal, with a large number | no token attends to itself, and the first row is even: it reads the future | mistakes/masks.md#off-by-one-on-the-diagonal
mask=strict-zero | Off by one on the diagonal, in torch's fused call | no token attends to itself, and the first row is 0 | mistakes/masks.md#off-by-one-on-the-diagonal
mask=unused | A mask is made, and it hides nothing | it never reached the scores, or the result of masked_fill was dropped | causal/mask.md#minus-infinity-before-the-softmax
mask=short | The newest key is left out | a slice of keys ends one too early | modern/kv-cache.md#in-chunks
mask=added | A float mask of ones, added | without .bool() the mask is added: allowed scores grow by 1, and nothing is hidden | causal/mask-conventions.md#a-float-mask-that-is-not-additive
mask=subtracted | A mask of ones, added where it blocks | the blocked scores grow by 1, and nothing is hidden | causal/mask-conventions.md#a-float-mask-that-is-not-additive
mask=times | Scores multiplied by the mask, or set to 0 | exp(0) is 1, so a score of 0 hides nothing | mistakes/masks.md#scores-multiplied-by-the-mask
mask=positive | Hidden scores set to plus a large number | the sign is wrong: the softmax takes the hidden tokens alone | mistakes/masks.md#a-mask-that-allows-used-to-block
mask=capped | The scores are capped after the mask | a cap makes of minus infinity a score of minus the cap, so hidden tokens get weight | modern/scales-and-caps.md#first-the-cap-then-the-mask
mask=weights | Weights multiplied by the mask, and not divided again | hidden tokens still count in the sum of the softmax | mistakes/masks.md#weights-multiplied-and-not-divided-again
mask=after | The mask after the softmax | minus infinity belongs among the scores | mistakes/masks.md#an-additive-mask-after-the-softmax
mask=after-finite | The mask after the softmax, with a large number | a large negative number stands among the weights | mistakes/masks.md#an-additive-mask-after-the-softmax
mask=renorm | The masked weights divided by the sums, without keepdim | broadcasting divides column j by the sum of row j | mistakes/shapes.md#divided-by-the-sums-without-keepdim
split=view | Heads split without transpose | view cuts the numbers in memory order: a head gets pieces of a few tokens | mistakes/shapes.md#heads-split-without-transpose
split=both | Heads split and merged without transpose | view(batch * heads, -1, head_dim) cuts the numbers in memory order | mistakes/shapes.md#heads-split-without-transpose
split=view-v | Values split without transpose | view cuts the numbers in memory order | mistakes/shapes.md#heads-split-without-transpose
split=view-k | Keys split without transpose | view cuts the numbers in memory order | mistakes/shapes.md#heads-split-without-transpose
split=view-q | Queries split without transpose | view cuts the numbers in memory order | mistakes/shapes.md#heads-split-without-transpose
split=last | ~A head takes every H-th feature | right by itself, and wrong with the weights of another model | multi-head/split.md#view-cut-each-row
split=overlap | Heads that share features | the slices of two heads overlap, and other features are in none | multi-head/split.md#view-cut-each-row
norm=axis | Queries and keys normed along the wrong axis | F.normalize takes dim=1 unless it is told another, and that may be the axis of heads or of tokens | mistakes/shapes.md#a-norm-along-the-wrong-axis
split=image | Tokens cut from a picture without transpose | reshape cuts the numbers in memory order, and the features lie first: a token gets one feature, or a few, of many pixels | mistakes/shapes.md#heads-split-without-transpose
merge=image | A picture made of tokens without transpose | reshape cuts the numbers in memory order, and the tokens lie first: a pixel gets features of several tokens | mistakes/shapes.md#heads-merged-without-transpose
out=places | Results stand at the places of other tokens | windows, or a shift, put tokens into another order, and what should put them back does not | mistakes/shapes.md#heads-merged-without-transpose
mix=summed | Weights summed on their own | the index of the keys stands in one factor alone: einsum sums the weights to 1 and multiplies the token's own value | practice/self-attention.md#attention-in-einsum
merge=view | Heads merged without transpose | reshape accepts any order: a token gets pieces of other tokens | mistakes/shapes.md#heads-merged-without-transpose
merge=batch | Batch and heads exchanged in the merge | batch * heads was taken for heads * batch | mistakes/shapes.md#heads-merged-without-transpose
merge=last | ~Heads merged feature by feature | right by itself, and wrong with the weights of another model | multi-head/split.md#back-again-why-contiguous
attend=heads | Attention over the heads, not over the tokens | the transpose is missing, so the heads of one token attend to each other | multi-head/split.md#the-transpose-forgotten
repeat=tile | ~repeat in place of repeat_interleave | 0 1 0 1 for 0 0 1 1: right by itself, and wrong with the weights of another model | modern/grouped.md#the-wrong-order
repeat=tile-v | repeat in place of repeat_interleave, for the values | 0 1 0 1 for 0 0 1 1: heads get the values of another group | modern/grouped.md#the-wrong-order
repeat=tile-k | repeat in place of repeat_interleave, for the keys | 0 1 0 1 for 0 0 1 1: heads get the keys of another group | modern/grouped.md#the-wrong-order
order=kqv | ~Queries and keys exchanged | nothing shows until weights are loaded | self-attention/query-key-value.md
order=qvk | ~Keys and values exchanged | nothing shows until weights are loaded | self-attention/query-key-value.md
order=vkq | ~Queries and values exchanged | nothing shows until weights are loaded | models/gpt2-weights.md#four-mistakes-that-raise-nothing
order=kvq | ~Queries, keys and values in another order: k, v, q | nothing shows until weights are loaded | self-attention/query-key-value.md
order=vqk | ~Queries, keys and values in another order: v, q, k | nothing shows until weights are loaded | self-attention/query-key-value.md
order=qqv | The query's matrix makes the keys, too | the scores are symmetric, and the key's matrix is not used | mistakes/randomness.md#the-seed-inside-a-helper
order=kkv | The key's matrix makes the queries, too | the scores are symmetric, and the query's matrix is not used | mistakes/randomness.md#the-seed-inside-a-helper
order=qkk | Keys mixed in place of values | the value's matrix is not used | self-attention/query-key-value.md#what-is-lost-without-values
order=qkq | Queries mixed in place of values | the value's matrix is not used | self-attention/query-key-value.md#what-is-lost-without-values
order=qvv | Values compared in place of keys | the key's matrix is not used | self-attention/query-key-value.md
order=qkx | The inputs mixed in place of values | the value's matrix is not used | self-attention/trainable-weights.md#one-context-vector
source=qqq | Keys and values made from the queries' own input | the other sequence is not used | multi-head/cross-attention.md#queries-from-one-keys-and-values-from-the-other
source=kkk | Queries made from the other sequence | the first sequence is not used | multi-head/cross-attention.md#queries-from-one-keys-and-values-from-the-other
source=kqq | Queries from the other sequence, keys and values from the first | the two sequences are exchanged | multi-head/cross-attention.md#queries-from-one-keys-and-values-from-the-other
source=qkk | Keys mixed in place of values | the values' own input is not used | self-attention/query-key-value.md#what-is-lost-without-values
source=qvk | Keys and values exchanged | what is compared should be mixed | self-attention/query-key-value.md
source=kqv | Queries and keys exchanged | the result has a row for each key | self-attention/query-key-value.md
source=qqv | Queries compared with queries | the keys' own input is not used | self-attention/query-key-value.md
source=qkq | Values made from the queries' own input | keys and values belong to one sequence | multi-head/cross-attention.md#each-key-belongs-to-its-value
mix=transposed | Weights used transposed | token i gives where it should take | self-attention/softmax-dimensions.md#the-wrong-dim-and-why-it-hides
linear=q | x @ weight without transpose, in the queries | nn.Linear stores (out, in) | mistakes/shapes.md#weights-copied-without-transposing
linear=k | x @ weight without transpose, in the keys | nn.Linear stores (out, in) | mistakes/shapes.md#weights-copied-without-transposing
linear=v | x @ weight without transpose, in the values | nn.Linear stores (out, in) | mistakes/shapes.md#weights-copied-without-transposing
linear=qkv | x @ weight without transpose | nn.Linear stores (out, in) | mistakes/shapes.md#weights-copied-without-transposing
out=none | The output projection is not used | its matrix gets no gradient | multi-head/split.md#what-out_proj-is-for
out=twice | The output projection, twice | one matrix, two products | multi-head/split.md#what-out_proj-is-for
out=untransposed | The output's weight without transpose | nn.Linear stores (out, in) | mistakes/shapes.md#weights-copied-without-transposing
out=no-bias | The bias of the output projection is not used | its bias gets no gradient | multi-head/split.md#what-out_proj-is-for
linear=none | The matrices of queries, keys and values are not used | they get no gradient | self-attention/trainable-weights.md#one-context-vector
residual=double | The result added to itself | x + x is no residual: the input is missing | models/block.md#a-dropped-residual
residual=x | ~The layer adds its input | right if the block does not add it again | models/block.md#a-dropped-residual
residual=again | The input is added twice | the part has added it already | models/residual-and-norm.md#add-the-input
residual=normed | The norm of the input is added, and not the input | x is overwritten by its norm, so no path is a plain sum | models/residual-and-norm.md#before-the-layer-or-after-the-sum
residual=none | A part without a residual, beside one that has it | the result of the part takes the place of the input | models/residual-and-norm.md#add-the-input
residual=dropped | The second sum starts from the block's input | what attention gathered reaches the result through the feed-forward network alone | models/block.md#a-dropped-residual
feed=linear | No activation in the feed-forward network | two linear layers without a bend between them are one | models/feed-forward.md#two-layers-and-a-bend
unused=layer | A layer whose result is not used | each layer is given the first input, or a later one takes its place: only the last one counts | models/block.md#blocks-in-a-stack
unused=result | A result that is thrown away | the operation is not in place, and its result is not assigned | mistakes/devices.md#a-moved-tensor-thrown-away
norm=tokens | A norm that runs over tokens | each token is normalised by itself: dim=-1 runs over its features | models/residual-and-norm.md#layernorm-by-hand
norm=scale | A norm whose result depends on the size of its input | LayerNorm and RMSNorm divide by a root of mean squares, so that the size of the input cancels | frontier/llama.md#rmsnorm
positions=fast | Sinusoids with 4i / d for 2i / d | the index runs in steps of two already, and is doubled once more | order/sinusoidal.md#from-angles-to-vectors
positions=one | All sinusoids have one frequency | a division of whole numbers, // in place of /, makes every exponent 0 | order/sinusoidal.md#from-angles-to-vectors
turn=qkv | The values are turned, too | contexts then depend on where the text starts | modern/rotary.md#exercise
turn=k | Only the keys are turned | the scores depend on positions, not on distances | modern/rotary.md#turn-both
turn=q | Only the queries are turned | the scores depend on positions, not on distances | modern/rotary.md#turn-both
turn=opposite | Queries and keys turned in opposite directions | the scores depend on the sum of the positions | modern/rotary.md#turn-both
turn=back | ~Turned the other way | right by itself, and wrong with the weights of another model | modern/rotary.md#turn-both
turn=mixed | Halves turned by the angles of neighbours | the two features of a pair turn at different speeds | modern/rotary.md#halves-or-neighbours
turn=mixed-2 | Neighbours turned by the angles of halves | the two features of a pair turn at different speeds | modern/rotary.md#halves-or-neighbours
turn=heads | Turned by the number of the head | the position runs over the wrong axis | modern/rotary.md#many-pairs
turn=unsplit | Turned before the split into heads | the frequencies are those of the whole width | modern/rotary.md#many-pairs
turn=fast | Rotary frequencies with 4i / d for 2i / d | pairs turn at the wrong speed | modern/rotary.md#many-pairs
turn=one | All rotary frequencies are 1 | a division of whole numbers, // in place of /, makes every exponent 0 | modern/rotary.md#many-pairs
turn=slow | Rotary frequencies with i / d for 2i / d | pairs turn at the wrong speed | modern/rotary.md#many-pairs
turn=rising | Rotary frequencies that rise | the exponent is 2i / d, without its minus: later pairs turn faster | modern/rotary.md#many-pairs
turn=no-minus | No minus in the rotation | this is no rotation: lengths change | modern/rotary.md
alibi=plus | ALiBi with the wrong sign | tokens that are far are favoured | modern/biases.md#from-slope-to-factor
alibi=scaled | ~ALiBi added before the scale | its bias is divided by the root of d_k, too: as in Falcon, and wrong with the weights of other models | modern/biases.md#from-slope-to-factor
alibi=first | ALiBi's slopes start at h = 0 | the first slope is 1 | modern/biases.md#exercise
bias=view | A table of biases viewed as heads, not transposed | view keeps the order in memory, so each head gets numbers of all heads' columns | mistakes/shapes.md#heads-split-without-transpose
""")
PROPERTIES = parse("""
scale | Scores divided by another number | the divisor is the root of d_k | mistakes/numbers.md#the-wrong-divisor
batch | A text depends on its neighbours in the batch | an axis of tokens was taken for that of texts, or view mixed the two | practice/spot-the-bug.md#neighbours-in-a-batch
tokens-first | ~Attends along axis 0 | right if the tokens are there, as in nn.MultiheadAttention; wrong if the texts are | mistakes/shapes.md#a-batch-where-tokens-were-expected
one-text | ~Takes a text alone, and no batch | .T of a batch exchanges other axes than those of tokens and features | mistakes/shapes.md#t-on-a-batch
future | Later tokens change earlier outputs | a causal layer must not see them | causal/no-leak.md#by-swapped-words
alone | No token reads another | the softmax over one key is 1, so queries and keys do nothing | mistakes/models.md#a-block-that-is-given-one-position-at-a-time
eval | Causal in one mode only | training and evaluation compute different things | mistakes/models.md#causal-in-training-not-in-evaluation
nan | ~The output has nan | a row had nothing to attend to, or a score was infinite | mistakes/index.md#there-is-nan-or-minus-infinity
average | ~Equal tokens do not give one token's output | something tells them apart, or the rows of weights do not sum to one | mistakes/index.md#rows-do-not-sum-to-one-or-hold-what-they-should-not
again | Two calls differ in evaluation | dropout is on, or random numbers are drawn | mistakes/randomness.md#a-function-that-drops-in-evaluation
state | A call changes what a later call returns | something of the first text was kept | practice/spot-the-bug.md#the-second-sentence
in-place | The input was changed | x += … writes into what the caller holds | practice/spot-the-bug.md#asked-twice
gradient | No gradient reaches a parameter | it is not used, or its path is cut | mistakes/models.md#a-block-that-is-given-one-position-at-a-time
hidden | Learnable numbers that parameters() does not list | the optimizer never sees them | mistakes/devices.md#heads-in-a-plain-list
shared | One module in several places of a list | [head] * 2 is one head twice | practice/spot-the-bug.md#two-heads-no-gain
equal | Two matrices are equal | the seed was set again before each | mistakes/randomness.md#the-seed-inside-a-helper
device | ~A tensor does not follow the module to another device | it is no buffer, or was made without device= | mistakes/devices.md#the-mask-that-stays-on-the-cpu
made | ~A tensor made in forward stays on the CPU | it was made without device= | mistakes/devices.md#a-tensor-made-in-forward
dtype | ~A tensor does not follow the module to another dtype | it is no buffer, or was made without dtype= | mistakes/devices.md#one-part-in-half-precision
half | ~Fails in half precision | a number is too large for float16, such as minus a billion | mistakes/devices.md#minus-a-billion-in-half-precision
overflow | nan where scores are large | exp of a large score is infinite: the maximum is not subtracted | mistakes/numbers.md#a-softmax-that-overflows
length | ~Takes texts of one length only | the mask was not cut to the number of tokens | causal/class.md#shorter-and-longer-sentences
mask | The mask is not used | another mask changes nothing | causal/mask-conventions.md#each-row-executed
mask=order | A mask repeated in the wrong order for the heads | repeat for repeat_interleave, or the other way round: texts get the masks of others | mistakes/masks.md#a-mask-of-the-wrong-type-or-shape
mask=not-bool | A mask of whole numbers inverted by ~ | ~1 is -2 and ~0 is -1: both are true | mistakes/masks.md#whole-numbers-inverted
joined | Two masks, and what one of them allows is allowed | a token must be allowed by both: & for masks that allow, and or for masks that block | multi-head/padding.md
pad | Padding hidden on the wrong axis | the mask blocks queries, where it should block keys | mistakes/masks.md#padding-hidden-on-the-wrong-axis
padded | With padding, a text gives another result | a mean over the padded length, positions counted from the padding, or a mask of ids that is the wrong way round | multi-head/padding.md#padding-has-queries-too
tiles | The size of a tile changes the result | where a later tile has a larger maximum, what was summed before must be made smaller: sums and mixtures | modern/one-pass.md#a-context-vector-in-one-pass
pad-name | True means the opposite of what is said of the mask | True blocks in key_padding_mask of nn.MultiheadAttention, and allows in F.scaled_dot_product_attention | mistakes/masks.md#true-in-sdpa-true-in-nnmultiheadattention
unread | The other sequence is not used | queries, keys and values all come from the first | multi-head/cross-attention.md#queries-from-one-keys-and-values-from-the-other
place | The result depends on a text's place in the batch | positions are counted along the batch, and not along the tokens | order/learned.md#the-table-as-a-layer
copied | ~Two equal matrices that are not one | a copy of the embedding is another parameter: in training the two drift apart, so they are not tied | models/gpt.md#tied-weights
cross | Attention to another sequence is causal | position i of one text says nothing about position i of another | multi-head/cross-attention.md#queries-from-one-keys-and-values-from-the-other
drop | Dropout is declared, and nothing is dropped in training | the module is made and not called, or its result is thrown away | causal/dropout.md#training-and-evaluation
drop-scores | Dropout on the scores, not on the weights | a score of 0 still gets a weight | causal/dropout.md#draw-a-mask-drop-scale
cache | With a cache, the result is another | chunks must give what the whole text gives | modern/kv-cache.md#in-chunks
cache=positions | With a cache, positions start again at 0 | each chunk must start where the last one ended | modern/rotary.md#with-a-cache
cache=is_causal | is_causal=True with a cache | torch lines up the first query with the first key | mistakes/masks.md#is_causaltrue-with-a-cache
cache=open | In a chunk, tokens attend to later ones | a chunk of several tokens needs a mask, too | modern/kv-cache.md#the-mask-of-a-chunk
cache=forgets | Only the newest chunk is kept | keys and values are replaced, not appended | modern/kv-cache.md#keep-keys-and-values
cache=order | The cache has another order than the text | new keys stand before the old ones, so masks and positions are those of other tokens | modern/kv-cache.md#keep-keys-and-values
cache=values | Keys and values in the cache are of other tokens | one of the two is appended in another order, or not at all | modern/kv-cache.md#keep-keys-and-values
cache=again | Cached keys are turned again | a key is turned once, by its own position | modern/rotary.md#with-a-cache
no-turn | Rotary tables without effect | they are made, and no score depends on a position: perhaps they are indexed by the number of the head | modern/rotary.md#turn-both
order | The order of earlier tokens does not matter | positions are missing, or all tokens get one position | order/learned.md#now-order-shows
softmaxed | The model returns probabilities, not logits | the loss takes the softmax again | mistakes/numbers.md#softmax-before-the-loss
""")
CATALOGUE = MISTAKES | PROPERTIES
