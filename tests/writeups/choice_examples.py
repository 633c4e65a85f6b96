"""Answers to choices as students write them, each with the options that it chooses; "" where a person has to decide."""

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

ROLES = [
    ("- Attention of y over x:\n  - K = V = x\n  - Q = y\n- Self-attention over x:\n  - K = Q = V = x", RIGHT),
    ("- a decoder with y looks at x:\n- K = V = x\n- Q = y\n- self-attention over x:\n- K = Q = V = x", RIGHT),
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
