"""Margins, separability, and certificates."""

import json
import os

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import linprog
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning

import perceptron
from perceptron import LinearClassifier, MarginClassifier, PerceptronClassifier

BEST = {"margin-2d.csv": 3.2011371433959, "margin-4d.csv": 7.2032335123752,
        "margin-8d.csv": 3.6018234494344}


@pytest.mark.parametrize("name", BEST)
def test_margins_of_the_three_datasets(name, data_file):
    data = perceptron.read(data_file(name))
    found = perceptron.margin(data.X, data.y, fit_intercept=False)
    lower, upper = found
    assert lower <= upper <= BEST[name] * (1 + 1e-9)
    assert lower >= BEST[name] * (1 - 1e-8)
    assert found.separable is True
    assert perceptron.verify(found, data.X, data.y)
    model = MarginClassifier(fit_intercept=False).fit(data.X, data.y)
    assert model.margin_.lower == pytest.approx(BEST[name], rel=1e-8)
    assert model.gap_ < 1e-7
    assert perceptron.verify(model, data.X, data.y).kind == "margin"


def test_the_margin_perceptron_of_the_course(data_file):
    data = perceptron.read(data_file("margin-2d.csv"))
    found = perceptron.margin(
        data.X, data.y, fit_intercept=False, lam=2, scan="restart", stop="limit",
        coefficient="document", radius=data.radius,
    )
    search = found.search
    assert [r.guess for r in search.rounds] == [16, 8, 4]
    assert [r.outcome for r in search.rounds] == ["limit", "limit", "converged"]
    assert [r.updates for r in search.rounds][:2] == [202, 808]
    np.testing.assert_allclose(search.weights, [4.00686485831126, -40.9026540836202])
    assert search.margin.lower == pytest.approx(2.96435080899845)


def test_the_margin_perceptron_reaches_its_guaranteed_share_of_the_margin():
    data = perceptron.generate("ball", rows=300, dimensions=3, margin=1, seed=2)
    best = perceptron.margin(data.X, data.y, lift=1).lower
    for lam in (1.01, 1.05, 1.5):
        model = MarginClassifier("perceptron", lam=lam, max_iter=10**6).fit(data.X, data.y)
        plane = np.append(model.coef_[0], model.intercept_)
        rows = np.column_stack([data.X, np.ones(300)])
        own = np.min(np.where(data.y == 1, 1, -1) * (rows @ plane)) / np.linalg.norm(plane)
        assert own >= best / lam**2 * (1 - 1e-9)


def test_inseparability_is_proved():
    X = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    y = ["even", "even", "odd", "odd"]
    verdict = perceptron.separable(X, y)
    assert verdict.separable is False and not verdict
    proof = perceptron.verify(verdict, X, y)
    assert proof.valid and proof.kind == "inseparable"
    assert not perceptron.verify(verdict, X, ["even", "odd", "odd", "odd"]).valid
    assert perceptron.margin(X, y).upper <= 0
    assert "no plane" in repr(perceptron.margin(X, y))


def test_separability_is_proved():
    X = np.array([[0.0], [1], [2], [3]])
    verdict = perceptron.separable(X, [0, 0, 1, 1])
    assert verdict and perceptron.verify(verdict, X, [0, 0, 1, 1]).kind == "separator"
    assert perceptron.separable(X, [0, 1, 1, 1], fit_intercept=False).separable is False


def test_forged_certificates_are_refused():
    X = np.array([[0.0, 0], [0, 1], [2, 0], [2, 1]])
    y = [0, 0, 1, 1]
    text = perceptron.margin(X, y).certificate
    assert perceptron.verify(text, X, y)
    forged = text.replace('"upper"', '"upper" ')
    assert not perceptron.verify(forged, X, y).valid or json.loads(forged) == json.loads(text)
    claim = json.loads(text)
    claim["data"]["rows"] = 5
    assert not perceptron.verify(json.dumps(claim), X, y)
    with pytest.raises(ValueError):
        perceptron.verify('{"no": "certificate"}', X, y)
    with pytest.raises(OSError):
        perceptron.verify("nowhere.json", X, y)


def test_margin_classifier_on_inseparable_data():
    data = perceptron.generate("flipped", rows=200, flip=0.2, seed=1)
    with pytest.warns(perceptron.Note, match="no plane separates"):
        model = MarginClassifier().fit(data.X, data.y)
    assert model.separable_ is False and model.gap_ is None
    assert perceptron.verify(model.certificate_, data.X, data.y).kind == "inseparable"
    assert model.score(data.X, data.y) > 0.7
    with pytest.raises(perceptron.Inseparable):
        MarginClassifier(inseparable="raise").fit(data.X, data.y)


def test_inseparability_is_reported_with_the_advice_of_python():
    X = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0], [9, 9], [9, 9]])
    y = ["a, then b", "a, then b", "c", "c", "d", "d"]
    for method in ("exact", "perceptron"):
        with pytest.warns(perceptron.Note) as caught:
            MarginClassifier(method).fit(X, y)
        told = [str(each.message) for each in caught if each.category is perceptron.Note]
        assert any(text.startswith('"a, then b" against the rest: no plane separates the classes')
                   and text.endswith("hinge loss instead (separable_ is False)") for text in told)
        with pytest.raises(perceptron.Inseparable) as error:
            MarginClassifier(method, inseparable="raise").fit(X, y)
        assert "PerceptronClassifier('averaged') allows mistakes" in str(error.value)
        assert str(error.value).startswith(error.value.fact + "; ")
        assert "learner" not in str(error.value)


def test_margin_classifier_of_several_classes():
    X, y = make_blobs(300, centers=[(0, 0), (9, 0), (18, 0)], random_state=1)
    model = MarginClassifier(multiclass="one-vs-one").fit(X, y)
    assert model.separable_ and len(model.margin_) == 3
    assert all(m.lower > 0 for m in model.margin_)
    assert model.score(X, y) == 1
    # No plane separates the middle class from the rest.
    with pytest.raises(perceptron.Inseparable, match='"1" against the rest'):
        MarginClassifier(inseparable="raise").fit(X, y)


@pytest.mark.parametrize("loss", ["hinge", "squared_hinge", "log_loss"])
@pytest.mark.parametrize("sparse", [False, True])
def test_losses_are_proved_to_be_near_their_minimum(loss, sparse):
    data = perceptron.generate("flipped", rows=200, flip=0.1, seed=3)
    X = sp.csr_matrix(data.X) if sparse else data.X
    model = LinearClassifier(loss, alpha=0.01, tol=1e-4, certify=True).fit(X, data.y)
    assert model.gap_ <= 1e-4
    assert model.objective_.lower <= model.objective_.upper
    verdict = perceptron.verify(model, X, data.y)
    assert verdict.valid and verdict.kind == "optimality"


def test_a_perceptron_has_a_margin_and_a_mistake_bound():
    data = perceptron.generate("ball", rows=200, margin=1, seed=4)
    model = PerceptronClassifier().fit(data.X, data.y)
    best = perceptron.margin(data.X, data.y)
    assert model.margin_.lower <= best.upper and best.lower <= model.margin_.upper
    assert model.n_updates_ <= model.mistake_bound_


@pytest.mark.parametrize(
    "options",
    [{"lam": 1}, {"lam": 0.5}, {"lam": -2}, {"lam": float("nan")}, {"lam": 1.0000001},
     {"lam": "2"}, {"stop": "x"}, {"scan": "x"}, {"claim": "x"}, {"gap": -1}, {"lift": 0},
     {"lam": 2, "radius": 0.1}, {"passes": 0}, {"lam": 2, "coefficient": "x"},
     {"random_state": -1}, {"claim": "inseparable"}, {"gap": 2}, {"gap": "x"}, {"passes": 1.5},
     {"passes": None}, {"lift": 1e200}, {"radius": -1}, {"radius": "1"}, {"lam": 1e7},
     {"coefficient": 0}],
    ids=str,
)
def test_options_of_margin_are_checked(options):
    data = perceptron.generate("ball", rows=50, seed=1)
    with pytest.raises(ValueError, match=list(options)[-1]):
        perceptron.margin(data.X, data.y, fit_intercept=False, **options)


@pytest.mark.parametrize(
    "option, words",
    [({"lam": 1}, "lam: expected a number from 1.000001 to 1000000"),
     ({"gap": 2}, "gap: expected a number from 1e-15 to 1"),
     ({"stop": "x"}, 'stop: expected one of proof, limit, found "x"'),
     ({"claim": "x"}, "mistake-bound"),
     ({"lam": "2"}, "lam: expected a number, found '2'")],
    ids=str,
)
def test_the_library_checks_the_options_of_margin_under_their_names_in_python(option, words):
    data = perceptron.generate("ball", rows=50, seed=1)
    with pytest.raises(ValueError) as caught:
        perceptron.margin(data.X, data.y, **option)
    assert words in str(caught.value) and "--" not in str(caught.value)


def test_a_search_with_an_intercept_lifts_the_rows_and_says_so():
    data = perceptron.generate("ball", rows=80, seed=2)
    with pytest.warns(perceptron.Note, match="pass through the origin") as caught:
        found = perceptron.margin(data.X, data.y, lam=2)
    assert "fit_intercept=False or lift" in str(caught[0].message)
    assert caught[0].filename == __file__
    lifted = perceptron.margin(data.X, data.y, lam=2, lift=1)
    assert tuple(found) == tuple(lifted)
    np.testing.assert_array_equal(found.search.weights, lifted.search.weights)
    assert perceptron.verify(found, data.X, data.y)


def test_there_is_no_search_where_no_plane_separates_the_classes():
    X = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    found = perceptron.margin(X, [0, 0, 1, 1], lift=1, lam=2)
    assert found.separable is False and found.search is None


def test_a_search_that_does_not_converge_warns():
    data = perceptron.generate("ball", rows=100, margin=0.1, seed=1)
    with pytest.warns(ConvergenceWarning, match="did not end"):
        MarginClassifier("perceptron", lam=1.001, max_iter=2).fit(data.X, data.y)


def test_margin_refuses_invalid_arguments():
    X = np.arange(6.0).reshape(3, 2)
    with pytest.raises(ValueError, match="two classes"):
        perceptron.margin(X, [0, 0, 0])
    with pytest.raises(ValueError, match="two classes"):
        perceptron.margin(X, [0, 1, 2], lam=2, fit_intercept=False)
    with pytest.raises(ValueError, match="multiclass"):
        perceptron.margin(X, [0, 1, 2], multiclass="both")
    with pytest.raises(ValueError, match="mistake-bound"):
        perceptron.margin(X, [0, 1, 2], claim="mistake-bound")
    with pytest.raises(ValueError, match="found None"):
        perceptron.verify(None, X, [0, 1, 1])
    with pytest.raises(ValueError, match="certify=True"):
        perceptron.verify(LinearClassifier().fit(X, [0, 1, 1]), X, [0, 1, 1])


def test_intervals_are_printed_with_enough_digits():
    assert str(perceptron.Interval(1.23456789, 1.2345699)) == "[1.2345679, 1.2345699]"
    assert str(perceptron.Interval(0.5, 0.5)) == "[0.5, 0.5]"


def test_sample_weights_are_part_of_the_certificate():
    data = perceptron.generate("flipped", rows=100, seed=2)
    weights = np.arange(1.0, 101.0)
    model = LinearClassifier(certify=True).fit(data.X, data.y, sample_weight=weights)
    assert perceptron.verify(model, data.X, data.y, sample_weight=weights)
    assert not perceptron.verify(model, data.X, data.y)


def test_the_search_of_longer_rows_is_about_the_rows_given():
    data = perceptron.generate("ball", rows=80, seed=2)
    for X in (data.X, sp.csr_matrix(data.X)):
        found = perceptron.margin(X, data.y, lift=1.0, lam=2)
        assert perceptron.verify(found, X, data.y)
        assert len(found.search.weights) == 3 and found.search.margin.lower >= found.upper / 4


@pytest.mark.parametrize("text", [b"\xff\xfe", "", "hello", "{}"])
def test_text_that_is_not_a_certificate_is_refused(text):
    with pytest.raises((ValueError, FileNotFoundError), match="certificate"):
        perceptron.verify(text, [[0.0], [1.0]], [0, 1])


def test_certificates_of_files(tmp_path):
    data = perceptron.generate("ball", rows=50, seed=4)
    path = tmp_path / "proof.json"
    path.write_text(perceptron.margin(data.X, data.y).certificate)
    assert perceptron.verify(path, data.X, data.y)
    assert perceptron.verify(str(path), data.X, data.y)
    assert perceptron.verify(path.read_bytes(), data.X, data.y)
    assert os.path.getsize(path) > 100


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_planes_of_three_classes_have_the_margin_that_is_proved(fit_intercept):
    random = np.random.default_rng(3)
    centres = np.array([[9.0, 0.0], [-4.0, 8.0], [-4.0, -8.0]])
    y = np.repeat(["a", "b", "c"], 20)
    X = np.repeat(centres, 20, axis=0) + random.normal(size=(60, 2))
    found = perceptron.margin(X, y, fit_intercept=fit_intercept)
    assert found.separable and found.weights.shape == (3, 2) and found.intercept.shape == (3,)
    scores = X @ found.weights.T + found.intercept
    own = np.repeat([0, 1, 2], 20)
    leads = scores[np.arange(60), own][:, None] - scores
    leads[np.arange(60), own] = np.inf
    margin = leads.min() / (np.sqrt(2) * np.linalg.norm(found.weights))
    assert found.lower <= margin * (1 + 1e-9) and margin <= found.upper * (1 + 1e-9)
    assert found.upper - found.lower <= 1e-8 * found.upper
    assert len(found.support) == len(found.alpha)
    verdict = perceptron.verify(found, X, y)
    assert verdict.valid and verdict.kind == "joint-margin"


def test_each_class_and_each_pair_has_its_margin():
    X = np.array([[0.0], [1.0], [2.0], [3.0]])
    y = np.array([10, 20, 30, 30])
    rest = perceptron.margin(X, y, multiclass="one-vs-rest")
    assert [part.positive for part in rest.parts] == [10, 20, 30]
    assert [part.separable for part in rest.parts] == [True, False, True]
    assert rest.separable is False and "2 of 3 classes" in repr(rest)
    pairs = perceptron.margin(X, y, multiclass="one-vs-one")
    assert [(part.negative, part.positive) for part in pairs.parts] == [(10, 20), (10, 30), (20, 30)]
    assert pairs.separable and pairs.lower <= 0.5 <= pairs.upper
    for found in (rest, pairs):
        verdict = perceptron.verify(found, X, y)
        assert verdict.valid and verdict.kind == "list"
        assert not perceptron.verify(found, X, y[::-1].copy()).valid


def test_classes_that_planes_cannot_rank_are_refuted():
    X = np.array([[0.0], [1.0], [0.5], [2.0]])
    y = [0, 0, 1, 2]
    verdict = perceptron.separable(X, y)
    assert not verdict
    assert perceptron.verify(verdict.certificate, X, y).kind == "joint-inseparable"


def separation_by_linear_programs(X, y):
    """Rows on every plane that has none on its wrong side, and the range of each coefficient."""
    rows = np.where(np.asarray(y) == 1, 1.0, -1.0)[:, None] * np.column_stack([X, np.ones(len(X))])
    box = [(-1, 1)] * rows.shape[1]
    zero = np.zeros(len(rows))

    def largest(objective):
        return -linprog(-objective, A_ub=-rows, b_ub=zero, bounds=box).fun

    on_plane = [i for i, row in enumerate(rows) if largest(row) < 1e-7]
    units = np.eye(rows.shape[1])
    return on_plane, [(largest(-unit) < 1e-7, largest(unit) < 1e-7) for unit in units]


def test_separation_is_what_highs_says():
    rng = np.random.default_rng(5)
    kinds = set()
    for trial in range(60):
        d = int(rng.integers(1, 4))
        X = rng.integers(-2, 3, size=(int(rng.integers(d + 6, 16)), d)).astype(float)
        scores = X @ rng.integers(-2, 3, size=d) + rng.integers(-1, 2)
        y = np.where(scores == 0, rng.integers(0, 2, len(X)), scores > 0).astype(int)
        if trial % 3 == 0:
            y = rng.integers(0, 2, len(X))
        y[:2] = [0, 1]
        if np.linalg.matrix_rank(np.column_stack([X, np.ones(len(X))])) <= d:
            continue
        found = perceptron.margin(X, y, diagnose=True)
        diagnosis = found.diagnosis
        on_plane, bounds = separation_by_linear_programs(X, y)
        kinds.add(diagnosis.separation)
        if diagnosis.separation == "quasi-complete":
            np.testing.assert_array_equal(diagnosis.on_plane, on_plane)
        else:
            assert len(on_plane) == (0 if diagnosis.separation == "complete" else len(X))
        signs = dict(diagnosis.infinite)
        for j, (never_below, never_above) in enumerate(bounds):
            assert signs.get(j, 0) == int(never_below) - int(never_above)
            assert (j in diagnosis.undetermined) == (not never_below and not never_above)
        verdict = perceptron.verify(found, X, y)
        assert verdict and verdict.kind == "separation"
    assert kinds == {"complete", "quasi-complete", "none"}


def test_separation_is_diagnosed_only_if_asked_for():
    X = np.array([[1.0], [2.0], [2.0], [3.0]])
    assert perceptron.margin(X, [0, 0, 1, 1]).diagnosis is None
    with pytest.raises(Exception, match="two classes"):
        perceptron.margin(X, [0, 1, 1, 2], diagnose=True)
