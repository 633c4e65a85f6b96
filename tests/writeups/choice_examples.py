"""Answers to choices as students write them, each with the options that it chooses; "" where a person has to decide.

The examples named LATER were written after the code, with cases that are meant to mislead it.
"""

INFINITE = "they become minus infinity before the softmax"
ZERO = "they become 0 before the softmax"
AFTER = "their weights are multiplied by 0 after the softmax"
VALUES = "they are left out of the values"
RIGHT = "y x x x"

MASK = [
    ("A", INFINITE),
    ("(c)", AFTER),
    ("b)", ZERO),
    ("Answer: C", AFTER),
    ("**Answer:** b", ZERO),
    ("option B", ZERO),
    ("Option 3 is correct", ""),
    ("Answer: option 3", AFTER),
    ("-> D", VALUES),
    ("I think A", INFINITE),
    ("A, because exp(-inf) = 0 and each row still sums to 1.", INFINITE),
    ("C - their weights are multiplied by 0 after the softmax", AFTER),
    ("They become minus infinity before the softmax.", INFINITE),
    ("They become 0 before the softmax, I think.", ZERO),
    ("Antwort: A", INFINITE),
    ("La réponse est B", ZERO),
    ("Respuesta: (d)", VALUES),
    ("Answer: A or C, not sure", ""),
    (
        (
            "A) they become minus infinity before the softmax\nB) they become 0 before the softmax\nC) their "
            "weights are multiplied by 0 after the softmax\nD) they are left out of the values\n\nAnswer: A"
        ),
        INFINITE,
    ),
    (
        (
            "- [ ] they become minus infinity before the softmax\n- [x] they become 0 before the softmax\n- [ "
            "] their weights are multiplied by 0 after the softmax\n- [ ] they are left out of the values"
        ),
        ZERO,
    ),
    (
        (
            "A) they become minus infinity before the softmax\nB) they become 0 before the softmax\nC) their "
            "weights are multiplied by 0 after the softmax\nD) they are left out of the values"
        ),
        "",
    ),
    ("A position of the decoder must not look ahead.", ""),
    ("We set the scores of the future positions to -inf before softmax so they get weight 0.", INFINITE),
    ("The upper triangle of QK^T is filled with $-\\infty$ before the softmax is applied.", INFINITE),
    ("Scores of later positions are replaced by -1e9, then the softmax is taken, so their weights become 0.", INFINITE),
    ("We add a mask with minus infinity above the diagonal. Only then do we apply the softmax.", INFINITE),
    ("Since exp(-inf) = 0, we put negative infinity on all future scores prior to the softmax.", INFINITE),
    (
        (
            "If one multiplied by 0 after the softmax, the rows would not sum to 1. So the scores are set to "
            "−∞ before the softmax."
        ),
        INFINITE,
    ),
    ("Not 0 but -inf, before the softmax.", INFINITE),
    ("The scores are set to -inf before the softmax instead of being multiplied by 0 after the softmax.", INFINITE),
    ("They are not multiplied by 0 after the softmax. They are set to minus infinity before it.", INFINITE),
    ("Die Scores werden vor der Softmax auf minus unendlich gesetzt, damit die Gewichte 0 sind.", INFINITE),
    ("On met les scores à moins l'infini avant le softmax, pour que les poids soient nuls.", INFINITE),
    ("Se ponen a menos infinito antes del softmax, así los pesos son 0.", INFINITE),
    ("The future scores are set to zero before the softmax.", ZERO),
    ("We replace the upper triangle by zeros, then apply the softmax.", ZERO),
    ("Man setzt die Werte oberhalb der Diagonale auf 0, bevor die Softmax angewendet wird.", ZERO),
    ("On remplace les scores par 0 avant le softmax.", ZERO),
    ("We multiply the attention matrix by a lower triangular matrix of ones. This happens after the softmax.", AFTER),
    ("After the softmax the attention weights are multiplied with a mask of 0 and 1.", AFTER),
    ("First the softmax, then we multiply the weights of later positions by 0.", AFTER),
    ("Nach der Softmax werden die Gewichte mit 0 multipliziert.", AFTER),
    ("Les poids sont multipliés par 0 après le softmax.", AFTER),
    ("Después del softmax los pesos se multiplican por cero.", AFTER),
    ("The later positions are simply left out of the values V.", VALUES),
    ("We remove the later rows from the values before multiplying.", VALUES),
    ("Later positions get weight 0 after the softmax.", ""),
    ("The mask hides the future so that the decoder cannot cheat.", ""),
    ("The softmax makes the weights sum to 1. After the softmax we multiply by V.", ""),
    ("Multiplying by 0 after the softmax would be wrong.", ""),
    ("We multiply the scores by 0 before the softmax, or after the softmax the weights by 0.", ""),
    ("I am not sure whether they become 0 or minus infinity before the softmax.", ""),
    ("Either they become 0 before the softmax or minus infinity.", ""),
    ("Setting the scores to 0 is not enough, since exp(0) = 1.", ""),
    ("TODO", ""),
    ("Are they set to minus infinity before the softmax?", ""),
    ("We multiply by 0 after the softmax.\n\nCorrection: they become -inf before the softmax.", INFINITE),
]

MASK_LATER = [
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
    ("- Attention of y over x:\n  - K = V = x\n  - Q = y\n- Self-attention over x:\n  - K = Q = V = x", RIGHT),
    ("Attention of y over x:\n\nQ = y, K = V = x\n\nSelf-attention over x:\n\nQ = K = V = x", RIGHT),
    ("a) y\nb) x\nc) x\nd) x", RIGHT),
    ("(a) y, (b) x, (c) x, (d) x", RIGHT),
    ("1. y\n2. x\n3. x\n4. x", RIGHT),
    ("y, x, x, x", RIGHT),
    ("queries: y\nkeys: x\nvalues: x\nself-attention: x", RIGHT),
    ("queries -> y, keys -> x, values -> x, self-attention -> x", RIGHT),
    ("The queries come from y (the decoder), keys and values from x. In self-attention all three come from x.", RIGHT),
    (
        ("Queries from the decoder, keys and values from the encoder. For self-attention the queries are from x too."),
        RIGHT,
    ),
    ("| | from |\n|---|---|\n| queries | y |\n| keys | x |\n| values | x |\n| self-attention | x |", RIGHT),
    ("| case | Q | K | V |\n|---|---|---|---|\n| cross-attention | y | x | x |\n| self-attention | x | x | x |", RIGHT),
    ("Q = y, K = x, V = x\n\nself attention: Q = K = V = x", RIGHT),
    ("K=V=x and Q=y. In self-attention K=Q=V=x.", RIGHT),
    ("$Q = y$, $K = V = x$; in self-attention $Q = K = V = x$", RIGHT),
    ("y gives the queries, x gives the keys and the values. With self-attention everything comes from x.", RIGHT),
    ("Die Queries kommen aus y, die Keys und Values aus x. Bei Self-Attention kommen alle aus x.", RIGHT),
    ("Les queries viennent de y, les keys et les values de x. Dans la self-attention, tout vient de x.", RIGHT),
    ("Las queries vienen de y, las keys y values de x. En self-attention todas vienen de x.", RIGHT),
    ("Queries come from x, keys and values from y. In self-attention, the queries come from x.", "x y y x"),
    ("Q = x, K = V = y", "x y y -"),
    ("In self-attention over x the queries also come from x.", "- - - x"),
    ("Queries do not come from x but from y. The keys and values are taken from x.", "y x x -"),
    ("The keys are x, the values are y.", "- x y -"),
    ("Attention is a weighted sum of values; the dot product of queries and keys gives the weights.", "- - - -"),
    ("The decoder attends to the encoder.", "- - - -"),
    ("Queries come from x or y.", "- - - -"),
    ("The matrix K has n x d entries.", "- - - -"),
    ("Q: y\nK: x\nV: x\n\nIf the queries came from x, it would be self-attention.", "y x x -"),
    ("For cross-attention: Q from y while K and V are from x. For self-attention: Q, K and V are from x.", RIGHT),
    (
        (
            "All of Q, K and V come from x in self-attention, while in cross-attention Q comes from y and K, V "
            "come from x."
        ),
        RIGHT,
    ),
    (
        ("The decoder states y ask, so the queries are y. The encoder states x are looked up: keys and values are x."),
        "y x x -",
    ),
]

ROLES_LATER = [
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
    ("A", "nothing is dropped and nothing is rescaled"),
    ("Nothing is dropped and nothing is rescaled.", "nothing is dropped and nothing is rescaled"),
    ("At test time dropout is turned off and no scaling is needed.", "nothing is dropped and nothing is rescaled"),
    (
        "No units are dropped and no activations are rescaled, because training already divided by p.",
        "nothing is dropped and nothing is rescaled",
    ),
    (
        "No neurons are dropped, but the activations are multiplied by the keep probability.",
        "nothing is dropped and activations are multiplied by the keep probability",
    ),
    (
        "All units are kept and scaled by the keep probability p.",
        "nothing is dropped and activations are multiplied by the keep probability",
    ),
    ("Activations are dropped just as in training.", "activations are dropped as in training"),
    ("Dropout avoids overfitting.", ""),
    ("If activations were dropped as in training, predictions would be random.", ""),
]

DROPOUT_LATER = [
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
    ("pre-norm", "pre-norm"),
    ("Pre norm!", "pre-norm"),
    ("This is called pre-norm, because the norm comes first.", "pre-norm"),
    ("It is the post-norm variant.", "post-norm"),
    ("This is a pre-LayerNorm block.", "pre-norm"),
    ("It is pre-norm, not post-norm.", "pre-norm"),
    ("Not weight norm but pre-norm.", "pre-norm"),
    ("Unlike post-norm, the pre-norm normalises the input of the layer.", "pre-norm"),
    ("c", "weight norm"),
    ("Das nennt man Pre-Norm.", "pre-norm"),
    ("pre-norm or post-norm", ""),
    ("In post-norm the norm comes after the sum. In pre-norm it comes first.", ""),
    ("The weights are normalised.", ""),
]

NORM_LATER = [
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
    ("A, D, E", "batch norm, a convolution, an embedding"),
    ("a convolution and an embedding", "a convolution, an embedding"),
    (
        "Batch norm, convolution and embedding have parameters; dropout, max pooling and ReLU do not.",
        "batch norm, a convolution, an embedding",
    ),
    (
        "Batch norm: yes\n\nDropout: no\n\nMax pooling: no\n\nConvolution: yes\n\nEmbedding: yes\n\nReLU: no",
        "batch norm, a convolution, an embedding",
    ),
    ("- batch norm\n- a convolution\n- an embedding", "batch norm, a convolution, an embedding"),
    ("All but dropout, max pooling and ReLU.", ""),
    ("Dropout, max pooling and ReLU have no parameters.", ""),
]

LEARNED_LATER = [
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
