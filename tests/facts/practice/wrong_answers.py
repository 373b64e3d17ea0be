"""Wrong answers as learners write them: the solutions of the pages with lines changed.

By task, what is written in the place of which words, and the hint that must name it.
"""

BOTH = "queries, keys = rotate(queries, start), rotate(keys, start)"
WRONG: dict[str, list[tuple[dict[str, str], str]]] = {
    "softmax": [
        (
            {"scores.max(dim=-1, keepdim=True).values": "0"},
            "nan where scores are large",
        ),
        (
            {"scores.max(dim=-1, keepdim=True).values": "scores.max()"},
            "The maximum of the whole tensor is subtracted",
        ),
        (
            {"dim=-1, keepdim=True).values": "dim=0, keepdim=True).values"}
            | {"sum(dim=-1,": "sum(dim=0,"},
            "Softmax over the batch",
        ),
        ({".exp()\n": "\n"}, "No exponential"),
        ({"sum(dim=-1, keepdim=True)": "sum()"}, "Divided by the sum of the whole tensor"),
        (
            {"shares / shares.sum(dim=-1, keepdim=True)": "shares"},
            "Exponentials, not divided by their sum",
        ),
    ],
    "attention": [
        ({" / keys.shape[-1] ** 0.5": ""}, "Scores without the scale"),
        ({"keys.shape[-1] ** 0.5": "keys.shape[-1]"}, "Divided by d_k, not by its root"),
        ({"softmax(scores, dim=-1)": "softmax(scores, dim=-2)"}, "Softmax over the queries"),
        ({"~mask, -torch.inf": "mask, -torch.inf"}, "The mask is read the other way round"),
        ({"masked_fill(~mask, -torch.inf)": "masked_fill(~mask, 0)"},
         "Scores multiplied by the mask, or set to 0"),
        ({"scores = scores.masked_fill(~mask, -torch.inf)": "pass"}, "The mask is not used"),
    ],
    "mask": [
        ({"tril(num_keys - num_queries)": "tril()"}, "The mask is lined up at the first key"),
        ({"return everything.tril": "return ~everything.tril"}, "The mask is read the other way round"),
        (
            {"num_keys - num_queries)": "num_keys - num_queries + 1)"},
            "Off by one on the diagonal: the next token is visible",
        ),
        (
            {"num_keys - num_queries)": "num_keys - num_queries - 1)"},
            "Off by one on the diagonal: no token attends to itself",
        ),
        ({"everything.tril": "everything.triu"}, "The triangle upside down"),
        ({", dtype=torch.bool": ""}, "True and False are asked, not numbers"),
    ],
    "heads": [
        ({".view(cut).transpose(1, 2)": ".view(cut[0], cut[2], cut[1], cut[3])"},
         "Heads split without transpose"),
        ({"contexts.transpose(1, 2)": "contexts"},
         "Heads merged without transpose"),
        ({"self.head_dim**0.5": "x.shape[-1] ** 0.5"}, "Divided by the root of d_in"),
        ({"self.head_dim**0.5": "(self.num_heads * self.head_dim) ** 0.5"},
         "Divided by the root of d_model"),
        ({"triu(1)": "triu(0)"}, "Off by one on the diagonal: no token attends to itself"),
        ({"self.out_proj(pieces.reshape(batch, num_tokens, -1))":
          "pieces.reshape(batch, num_tokens, -1)"}, "The output projection is not used"),
        ({"scores.masked_fill(later.bool(), -torch.inf)": "scores"}, "A mask is made, and it hides nothing"),
    ],
    "cross": [
        ({"scores = scores.masked_fill(~mask[:, None, None, :], -torch.inf)\n": "\n"},
         "Padding is read"),
        ({"~mask[": "mask["}, "The mask is read the other way round"),
        ({"self.W_value(context)": "self.W_key(context)"}, "Keys mixed in place of values"),
        ({".transpose(1, 2).flatten(2)": ".reshape(x.shape[0], x.shape[1], -1)"},
         "Heads merged without transpose"),
        ({"softmax(scores, dim=-1)": "softmax(scores, dim=1)"}, "Softmax over the heads"),
    ],
    "block": [
        ({"x = x + self.attention(": "x = self.attention("}, "Attention adds to nothing"),
        ({"return x + self": "return self"}, "The feed-forward network adds to nothing"),
        ({"self.norm_2(x)": "self.norm_1(x)"}, "The first norm is used twice"),
        ({"(self.norm_1(x))": "(x)", "(self.norm_2(x))": "(x)"}, "The norms are not used"),
        ({"x = x + self.attention(self.norm_1(x))": "x = self.norm_1(x + self.attention(x))"}
         | {"return x + self.feed_forward(self.norm_2(x))":
            "return self.norm_2(x + self.feed_forward(x))"},
         "The norms come after the sums"),
        ({"x = x + self.attention": "y = x + self.attention", "return x +": "return y +"},
         "Both parts read the same input"),
        ({"x = x + self": "x += self"}, "The input was changed"),
    ],
    "sampling": [
        ({"before = ordered.cumsum(dim=-1) - ordered": "before = ordered.cumsum(dim=-1)",
          "before >= top_p": "before > top_p"},
         "The word that reaches top_p is dropped"),
        ({"kept / kept.sum(dim=-1, keepdim=True)": "kept"},
         "The kept probabilities are not divided by their sum"),
        ({"logits / temperature": "logits * temperature"}, "Multiplied by the temperature"),
        ({"logits / temperature": "logits"}, "The temperature is not used"),
        ({"torch.zeros_like(probabilities).scatter(-1, words, ordered)": "ordered"},
         "The result is in the order of the probabilities"),
        ({"probabilities.sort(dim=-1, descending=True)":
          "(probabilities, torch.arange(9).expand_as(probabilities))"},
         "The words are summed in the order of the vocabulary"),
    ],
    "cache": [
        ({"mask.tril(num_keys - num_new)": "mask.tril()"}, "is_causal=True with a cache"),
        ({"return out, (keys, values)": "return out, (keys[:, :, -num_new:], values[:, :, -num_new:])"},
         "Only the newest chunk is kept"),
        ({"~mask.tril(num_keys - num_new)": "~mask.tril(num_keys - num_new) & (cache is None)"},
         "In a chunk, tokens attend to later ones"),
        ({"[cache[0], keys]": "[keys, cache[0]]", "[cache[1], values]": "[values, cache[1]]"},
         "The cache has another order than the text"),
        ({" / self.head_dim**0.5": ""}, "Scores without the scale"),
    ],
    "rotary": [
        ({BOTH: "keys = rotate(keys, start)"}, "Only the keys are turned"),
        ({BOTH: BOTH + "\n        values = rotate(values, start)"},
         "The values are turned, too"),
        ({"start = 0 if cache is None else cache[0].shape[2]": "start = 0"},
         "With a cache, positions start again at 0"),
        ({"cosine - second": "cosine + second"}, "No minus in the rotation"),
        ({"cosine - second": "cosine + second", "first * sine + second": "-first * sine + second"},
         "Turned the other way"),
        ({"/ head_dim\n": "/ head_dim * 2\n"}, "Rotary frequencies with 4i / d for 2i / d"),
        ({BOTH: ""}, "Nothing is turned"),
    ],
    "grouped": [
        ({"repeat_interleave(each, dim=1)": "repeat(1, each, 1, 1)"},
         "repeat in place of repeat_interleave"),
        ({"keys.repeat_interleave(each, dim=1)": "keys.repeat(1, each, 1, 1)"},
         "repeat in place of repeat_interleave, for the keys"),
        ({"values.repeat_interleave(each, dim=1)": "values.repeat(1, each, 1, 1)"},
         "repeat in place of repeat_interleave, for the values"),
        ({"triu(1)": "triu(2)"}, "Off by one on the diagonal: the next token is visible"),
        ({"self.head_dim**0.5": "self.num_heads**0.5"},
         "Divided by the root of the number of heads"),
    ],
    "tiles": [
        ({"largest.maximum(scores.max(dim=-1, keepdim=True).values)":
          "scores.max(dim=-1, keepdim=True).values"},
         "The maximum of the newest tile alone"),
        ({"context / total": "context"}, "The contexts are not divided by the sums"),

        ({"total * shrink": "total", "context * shrink": "context"},
         "What was summed is not rescaled"),
        ({"context * shrink": "context"}, "The sum is rescaled, and the context vector is not"),
        ({"largest.maximum(scores.max(dim=-1, keepdim=True).values)": "0 * largest.exp()",
          "torch.full_like(queries[:, :1], -torch.inf)": "0 * queries[:, :1]"},
         "nan where scores are large"),
        ({" / queries.shape[-1] ** 0.5": ""}, "Scores without the scale"),
        ({"torch.arange(len(keys))": "torch.arange(len(keys) // tile * tile)"},
         "The last, shorter tile is left out"),
        ({".split(tile)": ".split(len(keys))"},
         "A tensor has a column for every key"),
    ],
    "router": [
        ({"scores.topk(top_k, dim=-1)": "torch.softmax(scores, -1).topk(top_k, dim=-1)",
          "torch.softmax(largest, dim=-1)": "largest"},
         "The softmax of all experts, and no sum of one"),
        ({"torch.softmax(largest, dim=-1)": "torch.full_like(largest, 1 / top_k)"},
         "All weights are equal"),
        ({"topk(top_k, dim=-1)": "topk(top_k, dim=-1, largest=False)"},
         "The experts with the smallest scores"),
        ({"torch.softmax(largest, dim=-1)": "largest"}, "The scores are the weights"),
        ({"torch.softmax(largest, dim=-1)": "largest / largest.sum(dim=-1, keepdim=True)"},
         "Scores divided by their sum"),
    ],
}  # fmt: skip
