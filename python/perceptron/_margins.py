"""What can be proved about data: margins and separability."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core, _progress
from ._options import number_text, seed_of, text_of
from ._rows import Array, Rows, checked, names_of, threads_of


class Interval(NamedTuple):
    """Proved lower and upper bounds of a number."""

    lower: float
    upper: float

    def __str__(self) -> str:
        for digits in range(4, 17):
            low, high = f"{self.lower:.{digits}g}", f"{self.upper:.{digits}g}"
            if low != high or digits == 16:
                return f"[{self.lower:.{digits + 1}g}, {self.upper:.{digits + 1}g}]"
        return f"[{self.lower!r}, {self.upper!r}]"


class Round(NamedTuple):
    """One round of the margin perceptron: a guess of the margin, and its outcome."""

    guess: float
    updates: int
    limit: int
    outcome: str


@dataclass(frozen=True, eq=False)
class MarginSearch:
    """The result of the margin perceptron.

    Attributes
    ----------
    margin : Interval or None
        The margin of its plane, which passes through the origin.
    weights : array
    updates : int
        The total of all rounds.
    converged : bool
    rounds : list of Round
        Each with its ``guess``, ``updates``, the ``limit`` of updates that the theorem
        allows, and the ``outcome``: "converged", "limit", "refuted" or "unfinished".
    """

    margin: Optional[Interval]
    weights: Array = field(repr=False)
    updates: int
    converged: bool
    rounds: List[Round]


@dataclass(frozen=True, eq=False)
class ClassMargin:
    """The maximum margin of a class against the rest, or against another class.

    Attributes
    ----------
    positive, negative
        The classes; ``negative`` is None for the rest.
    lower, upper : float
        Proved bounds. At most 0 if no plane separates the two sides.
    separable : bool or None
    weights, intercept, support, touching, mistake_bound
        As in :class:`Margin`.
    """

    positive: Any
    negative: Any
    lower: float
    upper: float
    separable: Optional[bool]
    weights: Array = field(repr=False)
    intercept: float = field(repr=False)
    support: Array = field(repr=False)
    touching: Optional[bool] = field(repr=False)
    mistake_bound: Optional[float] = field(repr=False)


@dataclass(frozen=True, eq=False)
class Separation:
    """How planes separate two classes, and what that does to a logistic regression without a
    penalty. All of it is proved in exact arithmetic.

    Attributes
    ----------
    separation : {"complete", "quasi-complete", "none"} or None
        None if a proof would take too long.
    on_plane : array
        If quasi-complete: the rows on every plane that has no row on its wrong side.
    overlap_on_plane : bool
        Whether those are more than one point.
    infinite : list of (feature, sign) or None
        Coefficients that tend to +∞ (sign 1) or −∞ (sign -1) in every sequence whose likelihood
        approaches its supremum. The number of features stands for the intercept. None if a proof
        would take too long.
    undetermined : array
        Coefficients that tend to either side or to none, depending on the sequence.
    aliased : array
        Features that are sums of the intercept and features before them; their coefficients are
        taken to be 0. All other coefficients are finite.
    """

    separation: Optional[str]
    on_plane: Array
    overlap_on_plane: bool
    infinite: Optional[List[Tuple[int, int]]]
    undetermined: Array
    aliased: Array


@dataclass(frozen=True, repr=False, eq=False)
class Margin:
    """The maximum margin between classes, with proved bounds.

    Unpacks as ``lower, upper``. With three or more classes and ``multiclass="joint"`` it is the
    joint margin: the smallest difference between the score of the class of a row and that of
    another class, divided by √2 times the norm of all weights. With "one-vs-rest" and "one-vs-one"
    it is that of the narrowest of ``parts``, and ``separable`` says whether all of them are.

    Attributes
    ----------
    lower, upper : float
        Proved bounds. At most 0 if no plane separates the classes.
    separable : bool or None
        None if neither was proved.
    weights, intercept : array, float
        The plane found; scores are positive for the second class. Of three or more classes
        together a row of weights and an intercept for each class.
    support, alpha : arrays
        The support vectors, by row number, and their dual variables.
    radius : float
        The length of the longest row.
    mistake_bound : float or None
        Upper bound on the mistakes of a perceptron: (R/γ)², with an intercept that of the
        rows [x, 1].
    certificate : str or None
        For :func:`verify`, or the program's ``verify``.
    touching : bool or None
        If no plane separates the classes: whether their convex hulls only touch.
    diagnosis : Separation or None
        With ``diagnose``; then the certificate is about it.
    proof_rows : array
        Rows whose combination proves that no plane separates the classes.
    passes : int
    parts : list of ClassMargin
        One for each class or pair, with ``multiclass`` "one-vs-rest" or "one-vs-one".
    search : MarginSearch or None
        The result of the margin perceptron, with ``lam``, unless no plane separates the
        classes.
    """

    lower: float
    upper: float
    separable: Optional[bool]
    weights: Array
    intercept: Union[float, Array]
    support: Array
    alpha: Array
    radius: float
    mistake_bound: Optional[float]
    certificate: Optional[str]
    touching: Optional[bool]
    diagnosis: Optional[Separation]
    proof_rows: Array
    passes: int
    parts: List[ClassMargin] = field(default_factory=list)
    search: Optional[MarginSearch] = None

    def __iter__(self) -> Iterator[float]:
        return iter((self.lower, self.upper))

    @property
    def interval(self) -> Interval:
        return Interval(self.lower, self.upper)

    def __repr__(self) -> str:
        if self.parts:
            count = sum(part.separable is True for part in self.parts)
            what = "classes" if self.parts[0].negative is None else "pairs"
            return f"<Margin: {count} of {len(self.parts)} {what} separable, with proofs>"
        if self.separable is False:
            return "<Margin: no plane separates the classes, with proof>"
        known = "" if self.separable else ", separability not proved"
        return f"<Margin in {self.interval}, {len(self.support)} support rows{known}>"


@dataclass(frozen=True)
class Separability:
    """Whether planes separate the classes, usable as a truth value. If neither was proved,
    ``separable`` is None and the truth value raises an error."""

    separable: Optional[bool]
    certificate: Optional[str] = field(repr=False)

    def __bool__(self) -> bool:
        if self.separable is None:
            raise ValueError(
                "neither was proved; raise passes, or look at .separable, which is None"
            )
        return self.separable


def _part_of(found: Dict[str, Any], classes: Array) -> ClassMargin:
    own = dict(found)
    own["positive"] = classes[own["positive"]]
    own["negative"] = None if own["negative"] is None else classes[own["negative"]]
    own["intercept"] = own.pop("offset")
    return ClassMargin(**own)


def _search_of(found: Optional[Dict[str, Any]]) -> Optional[MarginSearch]:
    if found is None:
        return None
    return MarginSearch(
        margin=None if found["margin"] is None else Interval(*found["margin"]),
        weights=found["weights"],
        updates=found["updates"],
        converged=found["converged"],
        rounds=[Round(**each) for each in found["rounds"]],
    )


def _found(
    X: Any,
    y: Any,
    offset: bool,
    diagnose: bool,
    settings: Dict[str, str],
    search: Dict[str, str],
    threads: int,
) -> Margin:
    rows, _, classes, labels = checked(X, y, threads)
    result = _core.margin(
        rows=rows,
        labels=labels,
        classes=names_of(classes),
        offset=offset,
        diagnose=diagnose,
        settings=settings,
        search=search,
        threads=threads,
        progress=_progress.current(),
    )
    result["search"] = _search_of(result["search"])
    if result["diagnosis"] is not None:
        result["diagnosis"] = Separation(**result["diagnosis"])
    result["intercept"] = result.pop("offset")
    offsets = result.pop("offsets")
    if offsets is not None:
        result["weights"] = result["weights"].reshape(len(classes), -1)
        result["intercept"] = offsets if len(offsets) else np.zeros(len(classes))
    result["parts"] = [_part_of(part, classes) for part in result["parts"]]
    return Margin(**result)


def margin(
    X: Rows,
    y: ArrayLike,
    *,
    fit_intercept: bool = True,
    diagnose: bool = False,
    gap: float = 0.0,
    lift: Optional[float] = None,
    claim: str = "margin",
    multiclass: Optional[str] = None,
    passes: int = 10_000,
    lam: Optional[float] = None,
    stop: str = "proof",
    coefficient: Union[str, float] = "theorem",
    scan: str = "pass",
    radius: float = 0.0,
    random_state: Any = None,
    n_jobs: Optional[int] = -1,
) -> Margin:
    """The maximum margin between classes, or a proof that no plane separates them.

    Parameters
    ----------
    X, y : rows and their classes
    fit_intercept : bool
        Fit an intercept (offset, bias); else the plane passes through the origin.
    diagnose : bool
        Of two classes: also find out whether the separation is complete, quasi-complete or none,
        and which coefficients of a logistic regression without a penalty are infinite.
    gap : float
        The relative gap between the bounds to reach; 0: 1e-9, or 0.01 with many rows and
        features.
    lift : float, optional
        Append this constant to each row as a feature; the plane then passes through the
        origin.
    claim : {"margin", "separator", "mistake-bound"}
        What the certificate proves if a plane separates the classes. Of three or more classes
        together "margin" or "separator".
    multiclass : {"joint", "one-vs-rest", "one-vs-one"}, optional
        With three or more classes: one plane per class, such that the class of every row has the
        highest score (the default), a plane for each class against the rest, or for each pair.
    passes : int
        The maximum number of passes of the dual ascent, which is used with many rows and
        features.
    lam : float, optional
        Also run the margin perceptron, which reaches at least 1/lam² of the maximum margin;
        above 1. Its result is in ``search``. Its planes pass through the origin: with
        ``fit_intercept`` and no ``lift``, rows are lifted by 1 instead, with a warning
        (:class:`Note`), and all margins and weights are those of the lifted rows, the last
        weight that of the constant.
    stop, coefficient, scan, radius
        For the margin perceptron: "proof" or "limit"; "theorem", "document" or a number;
        "pass" or "restart"; an upper bound on the length of the rows (0: computed).

    Returns
    -------
    Margin

    Examples
    --------
    >>> import numpy as np, perceptron
    >>> X = np.array([[0., 0.], [0., 1.], [2., 0.], [2., 1.]])
    >>> found = perceptron.margin(X, [0, 0, 1, 1])
    >>> lower, upper = found
    >>> lower <= 1 <= upper and upper - lower < 1e-9
    True
    >>> len(found.support)
    2
    >>> perceptron.margin(X, [0, 1, 1, 0]).separable
    False
    >>> perceptron.margin(X, [0, 1, 2, 2]).separable
    True
    >>> perceptron.margin(X, [0, 1, 2, 2], multiclass="one-vs-one")
    <Margin: 3 of 3 pairs separable, with proofs>
    >>> found = perceptron.margin([[1.0], [2.0], [2.0], [3.0]], [0, 0, 1, 1], diagnose=True)
    >>> found.diagnosis.separation, found.diagnosis.infinite
    ('quasi-complete', [(0, 1), (1, -1)])
    """
    settings = {
        "claim": text_of(claim),
        "passes": number_text("passes", passes),
        "seed": str(seed_of(random_state)),
    }
    search = {
        "stop": text_of(stop),
        "coefficient": text_of(coefficient),
        "scan": text_of(scan),
        "radius": number_text("radius", radius),
    }
    if multiclass is not None:
        settings["multiclass"] = text_of(multiclass)
    if gap != 0:
        settings["gap"] = number_text("gap", gap)
    if lift is not None:
        settings["lift"] = number_text("lift", lift)
    if lam is not None:
        search["lambda"] = number_text("lam", lam)
    return _found(X, y, bool(fit_intercept), bool(diagnose), settings, search, threads_of(n_jobs))


def separable(
    X: Rows, y: ArrayLike, *, fit_intercept: bool = True, n_jobs: Optional[int] = -1
) -> Separability:
    """Whether a plane separates the classes (linear separability), with a proof either way.

    Of three or more classes: whether one plane per class gives the class of every row the highest
    score.

    Examples
    --------
    >>> import perceptron
    >>> X = [[0., 0.], [1., 1.], [0., 1.], [1., 0.]]
    >>> verdict = perceptron.separable(X, ["even", "even", "odd", "odd"])
    >>> bool(verdict)
    False
    >>> print(perceptron.verify(verdict.certificate, X, ["even", "even", "odd", "odd"]).kind)
    inseparable
    """
    found = margin(X, y, fit_intercept=fit_intercept, claim="separator", n_jobs=n_jobs)
    return Separability(found.separable, found.certificate)
