"""More answers to choices, written after the code, with cases that are meant to mislead it."""

from tests.writeups.choice_examples import AFTER, INFINITE, RIGHT, VALUES, ZERO

MASK = [
    (
        (
            "The mask is implemented by adding a matrix whose upper triangle is $-\\infty$ to "
            "$QK^T/\\sqrt{d_k}$ before applying softmax. This way the masked positions get probability 0 and "
            "every row sums to one."
        ),
        INFINITE,
    ),
    (
        (
            "We need to prevent leftward information flow. We implement this inside of scaled dot-product "
            "attention by masking out (setting to −∞) all values in the input of the softmax which correspond "
            "to illegal connections."
        ),
        INFINITE,
    ),
    ("mask: upper triangular -inf, applied before softmax", INFINITE),
    (
        (
            "In the decoder we mask future words: the scores QK^T for j > i are set to minus infinity, then "
            "softmax gives them zero weight."
        ),
        INFINITE,
    ),
    ("They become -infinity, so softmax turns them to 0", INFINITE),
    ("scores[mask == 0] = float('-inf') and then softmax", INFINITE),
    ("We use masked_fill with -1e9 before the softmax so the weights are practically zero after it.", INFINITE),
    (
        (
            "The mask should be applied before the softmax: with -inf the exponentials are 0. If we apply it "
            "after, rows no longer sum to 1."
        ),
        INFINITE,
    ),
    ("The masking is done after the softmax, we just multiply elementwise by a lower triangular mask", AFTER),
    ("Masking: attention weights (after softmax) get multiplied by a 0/1 mask.", AFTER),
    ("One zeroes the weights of the future tokens once the softmax is computed.", ""),
    ("We set all the entries above the diagonal to 0 before softmax", ZERO),
    ("Scores above the diagonal are zeroed, and then softmax is applied", ZERO),
    ("The softmax is applied first and afterwards we multiply the weights by zero for all future tokens.", AFTER),
    ("Q5: a", INFINITE),
    ("5. B", ZERO),
    ("(A)", INFINITE),
    ("C.", AFTER),
    ("Ans - D", VALUES),
    ("I would choose C.", AFTER),
    ("Correct option: A", INFINITE),
    ("It's B: zeros before the softmax.", ZERO),
    ("We mask the scores.", ""),
    ("Before the softmax.", ""),
    ("The future is masked by a triangular matrix.", ""),
    ("We should not set the scores to 0 before the softmax because exp(0)=1.", ""),
    (
        (
            "One might think that the scores become 0 before the softmax, but this is wrong. They must become "
            "-inf before the softmax."
        ),
        INFINITE,
    ),
    ("Instead of setting them to 0 before the softmax, we set them to -inf.", INFINITE),
    (
        (
            "A common mistake is multiplying the weights by 0 after the softmax. The right way: set the scores "
            "to -inf before it."
        ),
        INFINITE,
    ),
    (
        (
            "Man addiert eine Maske mit $-\\infty$ zu den Scores, bevor man Softmax anwendet. Dadurch werden "
            "die Gewichte nach dem Softmax 0."
        ),
        INFINITE,
    ),
    ("Die zukünftigen Positionen werden nach dem Softmax mit Null multipliziert", AFTER),
    ("On multiplie par une matrice triangulaire inférieure après le softmax", AFTER),
    ("Antes de la softmax ponemos −∞ en las posiciones futuras", INFINITE),
    (
        (
            "Before the softmax we put -inf; after the softmax the weights of these positions are then "
            "multiplied with V like all others, they are 0."
        ),
        INFINITE,
    ),
    (
        (
            "The weights after softmax of the future positions must be zero, that is why the scores are set to "
            "-inf before softmax."
        ),
        INFINITE,
    ),
    (
        (
            "The rows still sum to 1 since -inf was used before softmax, unlike when multiplying the weights "
            "by 0 after softmax."
        ),
        INFINITE,
    ),
    ("We do the masking in the values: later positions are dropped from V.", VALUES),
    ("after the softmax", ""),
    ("multiply by 0", ""),
    ("A: they become minus infinity\n\nbecause exp of it is 0", INFINITE),
    ("I choose a", INFINITE),
    ("a) First compute scores.\nb) Set the upper triangle to -inf.\nc) Apply softmax.", INFINITE),
    ("softmax(QK^T/sqrt(d) + M), M = -inf above the diagonal", ""),
    ("We compute softmax and then set weights of the later positions to zero.", AFTER),
    ("Masked attention sets illegal connections to minus infinity in the softmax input.", INFINITE),
    ("The decoder masks out later tokens, and after the softmax, their weights are 0.", ""),
    ("After masking with -inf, softmax is computed.", INFINITE),
    (
        (
            "We apply the mask before the softmax. Without it the weights of later tokens would be nonzero "
            "after the softmax."
        ),
        "",
    ),
    ("We want the weights to be 0 after the softmax. So before the softmax we add -inf.", INFINITE),
    ("The weights of the illegal positions are zero after softmax, since we multiply.", ""),
    ("To mask, multiply the scores with zero.", ""),
    ("Multiplying by a mask matrix of zeros and ones before the softmax.", ""),
    ("The softmax output is multiplied by the lower triangular matrix of ones and then renormalised.", AFTER),
    ("After computing softmax(QK^T) we multiply by V. The mask is -inf.", ""),
    ("The masking is performed before the softmax by multiplying with a lower triangular matrix", ""),
    ("If we masked after the softmax by multiplying weights with 0, sums are not 1.", ""),
    ("It is not true that weights are multiplied by 0 after the softmax.", ""),
    ("Some say the weights are multiplied by 0 after the softmax. I disagree.", ""),
    ("The weights are multiplied by 0 after the softmax? No: the scores become -inf before it.", INFINITE),
    ("Why not 0 before the softmax? Because exp(0) = 1. They become minus infinity.", INFINITE),
    ("Option A is right, B gives exp(0)=1, C breaks the sum.", INFINITE),
    ("A is wrong because, so C", ""),
    ("Not A.", ""),
    ("Neither B nor C", ""),
    ("B is wrong", ""),
    ("A or B", ""),
    ("I exclude B, C and D", ""),
    ("C? not sure", ""),
    ("Answer: see below", ""),
    ("Answer: a matrix", ""),
    ("a = 5", ""),
    ("A = QK^T", ""),
    ("D = 512", ""),
    ("c = 0", ""),
    ("B.\n\nCorrection: A", INFINITE),
    ("The mask M has M_ij = 0 for j <= i and -inf otherwise; it is added before softmax.", INFINITE),
    ("Zeros for the allowed and minus infinity for the later positions are added before the softmax.", INFINITE),
    ("We should set to 0 before the softmax the scores which are not allowed", ZERO),
    ("The value vectors of later positions are excluded.", VALUES),
    ("We exclude the later positions, so their values do not matter.", ""),
    ("Les scores deviennent 0 avant le softmax, pas moins l'infini.", ZERO),
    (
        ("Die Gewichte werden nicht nach dem Softmax mit 0 multipliziert, sondern vorher auf minus unendlich gesetzt."),
        INFINITE,
    ),
]

ROLES = [
    ("Encoder-decoder attention: Q from y, K and V from x\nSelf-attention: Q, K, V from x", RIGHT),
    ("Q := y; K := x; V := x. Self-attention: Q := x.", RIGHT),
    ("**Queries:** y\n\n**Keys:** x\n\n**Values:** x\n\n**Self-attention:** x", RIGHT),
    ("# Cross attention\n\nQ=y\n\nK=x\n\nV=x\n\n# Self attention\n\nQ=K=V=x", RIGHT),
    (
        (
            "the queries are computed from the decoder states y, while keys and values are computed from the "
            "encoder states x. In self-attention, x is used for everything."
        ),
        RIGHT,
    ),
    ("q: y, k: x, v: x, self: x", "y x x -"),
    ("y / x / x / x", RIGHT),
    (
        (
            "In case of cross attention the decoder (y) provides Q, and the encoder (x) provides K and V. In "
            "self attention Q, K and V are all x."
        ),
        RIGHT,
    ),
    ("Queries = W_q y, keys = W_k x, values = W_v x", "y x x -"),
    ("$Q = W^Q y$, $K = W^K x$, $V = W^V x$", "y x x -"),
    ("Q = y W_Q, K = x W_K, V = x W_V. For self-attention Q = x W_Q.", RIGHT),
    ("The decoder asks: queries y. The encoder answers: keys x, values x. Self-attention: queries x.", RIGHT),
    (
        (
            "Attention of y over x: the query is y, key and value are x. Self-attention over x: query, key and "
            "value are x"
        ),
        RIGHT,
    ),
    ("Keys and values: x. Queries: y.", "y x x -"),
    ("Both keys and values come from x, but the queries come from y.", "y x x -"),
    ("Everything comes from x", "- - - -"),
    ("K, V = x, x ; Q = y", "y x x -"),
    ("(Q, K, V) = (y, x, x)", "y x x -"),
    ("Self-attention over x: (Q,K,V) = (x,x,x)", "- - - x"),
    ("Queries: encoder\nKeys: decoder\nValues: decoder", "x y y -"),
    ("queries: decoder, keys: encoder, values: encoder, self-attention: encoder", RIGHT),
    ("The attention of y over x has size n x m.", "- - - -"),
    ("Self-attention relates positions x of one sequence.", "- - - -"),
    (
        (
            "In encoder-decoder attention, the queries come from the previous decoder layer and the keys and "
            "values come from the encoder output."
        ),
        "y x x -",
    ),
    ("a: y, b: x, c: x, d: x", RIGHT),
    ("i) y ii) x iii) x iv) x", RIGHT),
    ("Q5a) y", "- - - -"),
    ("Queries come from the decoder and keys from the encoder.", "y x - -"),
    ("x are the encoder states and y the decoder states. Queries ask for information in keys.", "- - - -"),
    ("We compute QK^T where Q is n x d and K is m x d.", "- - - -"),
    ("K = W x, Q = W y, V = W x", "y x x -"),
    ("y attends to x, so Q comes from y and K, V from x.", "y x x -"),
    ("Attention(Q,K,V)=softmax(QK^T)V with Q=y and K=V=x. Self attention uses x as Q, K and V.", RIGHT),
    ("Q from y / K from x / V from x / self: Q from x", "y x x -"),
    ("Without y the queries come from x.", "- - - -"),
    ("Keys, values and queries all come from x in self-attention.", "- - - x"),
    ("In self-attention there is no y, so Q = K = V = x. In encoder-decoder attention: K and V are x, Q is y.", RIGHT),
    ("In self-attention K=Q=V. In cross-attention K = V = x, Q = y.", "y x x -"),
    ("If Q = K = V = x we speak of self-attention. Else K = V = x and Q = y.", "y x x -"),
    ("Q=x? K=y?", "- - - -"),
    ("Q: y; K: y; V: x", "y y x -"),
    ("queries y\nkeys x\nvalues x\nself-attention x", RIGHT),
    ("query = decoder hidden state, key/value = encoder hidden states", "y x x -"),
    ("The encoder provides the keys and the values and the decoder provides the queries.", "y x x -"),
    ("The encoder gives keys and values to the decoder, whose states are the queries.", "y x x -"),
    ("values and keys: encoder (x). queries: decoder (y). self-attention: encoder (x)", RIGHT),
    ("Encoder-decoder: queries = y, keys = values = x\n\nEncoder self-attention: queries = keys = values = x", RIGHT),
    ("- Q: y\n- K: x\n- V: x\n- Self-attention: x", RIGHT),
    ("1) Q <- y\n2) K <- x\n3) V <- x\n4) x", RIGHT),
    ("The dot product of query y with key x gives a score.", "y x - -"),
]

DROPOUT = [
    ("Dropout does nothing at test time.", ""),
    ("c)", "activations are dropped as in training"),
    ("nothing dropped, nothing rescaled", "nothing is dropped and nothing is rescaled"),
    (
        "We keep all neurons and multiply the activations by the keep probability (1-p).",
        "nothing is dropped and activations are multiplied by the keep probability",
    ),
    (
        "Units aren't dropped and outputs aren't scaled since scaling by 1/(1-p) was done during training",
        "nothing is dropped and nothing is rescaled",
    ),
    (
        "During training activations are dropped. At test time nothing is dropped and nothing is rescaled.",
        "nothing is dropped and nothing is rescaled",
    ),
    ("model.eval() turns off dropout.", ""),
    (
        "Everything is kept, nothing is scaled: the division by p already happened.",
        "nothing is dropped and nothing is rescaled",
    ),
    ("Dropout is only applied in training.", ""),
    ("Not C.", ""),
    (
        (
            "Activations are multiplied by the keep probability so the expected value is the same, and nothing "
            "is dropped."
        ),
        "nothing is dropped and activations are multiplied by the keep probability",
    ),
    (
        (
            "In classic dropout activations are multiplied by the keep probability; in inverted dropout "
            "nothing is rescaled."
        ),
        "",
    ),
]

NORM = [
    ("Pre-LN transformer", "pre-norm"),
    ("prenorm", "pre-norm"),
    ("pre-normalization", "pre-norm"),
    ("post norm (as in the original paper)", "post-norm"),
    ("I think this is post-norm", "post-norm"),
    ("LayerNorm is inside the residual branch so it's pre-norm; post-norm would be LayerNorm(x+f(x)).", "pre-norm"),
    ("It isn't post-norm.", ""),
    ("A", "pre-norm"),
    ("2", ""),
    ("answer 2", "post-norm"),
    ("C'est la pre-norm, pas la post-norm.", "pre-norm"),
    ("The original transformer uses post-norm.", ""),
    ("Not pre-norm.", ""),
    ("pre-norm because normalisation comes before f, in contrast to post-norm", "pre-norm"),
    ("pre", ""),
    ("It's the pre-LN variant (GPT-2), the original one is post-LN.", "pre-norm"),
    ("A layer computes x + f(LayerNorm(x)).", ""),
    ("layer norm", ""),
    ("a norm", ""),
]

LEARNED = [
    ("batch norm, a convolution, an embedding", "batch norm, a convolution, an embedding"),
    ("BatchNorm, Conv and Embedding", "batch norm, a convolution, an embedding"),
    ("ADE", "batch norm, a convolution, an embedding"),
    ("Convolution and embedding have weights.", "a convolution, an embedding"),
    (
        (
            "Batch norm has gamma and beta. Dropout has none. Max pooling has none. Convolutions have kernels. "
            "Embeddings have a table. ReLU has none."
        ),
        "batch norm, a convolution, an embedding",
    ),
    (
        "- Batch norm ✓\n- Dropout ✗\n- Max pooling ✗\n- Convolution ✓\n- Embedding ✓\n- ReLU ✗",
        "batch norm, a convolution, an embedding",
    ),
    ("ReLU has no parameters", ""),
    ("a and d", "batch norm, a convolution"),
    ("A D", "batch norm, a convolution"),
    ("Only embeddings.", "an embedding"),
    ("Batch norm, since it has gain and bias.", "batch norm"),
    ("Convolution, embedding, batch norm. Not: ReLU, dropout, max pooling", "batch norm, a convolution, an embedding"),
    ("all of them", ""),
    ("Everything except dropout.", ""),
    ("A & E", "batch norm, an embedding"),
    ("A convolution has kernels.", "a convolution"),
]
