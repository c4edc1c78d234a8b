"""Classifiers in the conventions of scikit-learn."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Optional

from numpy.typing import ArrayLike
from sklearn.exceptions import ConvergenceWarning

from . import _core, _progress
from ._base import LinearModel, OnlineModel, PassModel, TrainingData
from ._learners import Learners, learner_table, require_scheme
from ._margins import Interval
from ._options import ClassWeight, require_choice, require_number, text_of
from ._parameters import documented
from ._rows import Array, Rows, Weights, names_of, threads_of


def _warn(why: str) -> None:
    warnings.warn(why, ConvergenceWarning, stacklevel=3)


@documented
class PerceptronClassifier(OnlineModel):
    """The perceptron, the averaged and the voted perceptron, and the pocket algorithm.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
    coef_ : array of shape (1, n_features) or (n_planes, n_features)
        Read-only. The weights for the features of X, with the scaling folded in
        (except that of ``scale='unit'``).
    intercept_ : array
    n_iter_ : int
        The number of passes; training ends after a pass without mistakes.
    n_updates_ : int
    converged_ : bool
    training_accuracy_ : float
    margin_ : Interval or None, or a list of these
        Proved bounds on the maximum margin; of the scaled rows, with ``scale``.
    mistake_bound_ : float or None
        Upper bound on the number of mistakes, (R/γ)², from the margin of this plane.
        :func:`margin` has a lower one where the maximum margin is known.
    certificate_ : str or None
    gap_ : float or None
        With a penalty, the relative duality gap of the objective.
    history_ : list
        For each plane the number of mistakes in each pass.

    Examples
    --------
    >>> import numpy as np
    >>> from perceptron import PerceptronClassifier
    >>> X = np.array([[2, 5], [3, 1], [9, 6], [12, 5]], dtype=float)
    >>> y = np.array([1, -1, 1, -1])
    >>> model = PerceptronClassifier(shuffle=False).fit(X, y)
    >>> model.coef_, model.intercept_, model.n_updates_
    (array([[-9., 18.]]), array([2.]), 12)
    >>> model.margin_.lower > 0
    True
    """

    _learners = Learners(
        "variant",
        {"plain": "perceptron", "averaged": "averaged", "pocket": "pocket", "voted": "voted"},
    )

    def __init__(
        self,
        variant: str = "plain",
        *,
        penalty: Optional[str] = None,
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        max_iter: Optional[int] = None,
        max_updates: int = 0,
        shuffle: bool = True,
        early_stop: float = 0.0,
        patience: Optional[int] = None,
        multiclass: str = "one-vs-rest",
        calibrate: str = "none",
        scale: str = "none",
        class_weight: ClassWeight = None,
        warm_start: bool = False,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())


@documented
class PassiveAggressiveClassifier(OnlineModel):
    """Passive-aggressive algorithms: each update is just large enough for its row (Crammer
    et al. 2006).

    Scikit-learn's ``loss='hinge'`` is ``variant='PA-I'`` here, and
    ``loss='squared_hinge'`` is ``variant='PA-II'``.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_updates_, converged_, margin_, certificate_,
    gap_, history_
        As those of :class:`PerceptronClassifier`.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("ball", rows=300, dimensions=5, seed=3)
    >>> model = perceptron.PassiveAggressiveClassifier(C=10).fit(data.X, data.y)
    >>> model.score(data.X, data.y)
    1.0
    """

    _learners = Learners(
        "average", {False: "passive-aggressive", True: "averaged-passive-aggressive"}
    )

    def __init__(
        self,
        *,
        C: float = 1.0,
        variant: str = "PA-I",
        average: bool = False,
        fit_intercept: bool = True,
        max_iter: Optional[int] = None,
        max_updates: int = 0,
        shuffle: bool = True,
        early_stop: float = 0.0,
        patience: Optional[int] = None,
        multiclass: str = "one-vs-rest",
        calibrate: str = "none",
        scale: str = "none",
        class_weight: ClassWeight = None,
        warm_start: bool = False,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())


@documented
class KernelPerceptron(PassModel):
    """The kernel perceptron and, with ``beta`` above 0, the kernel margin perceptron: the
    perceptron after the feature map of a kernel.

    The model keeps the rows that were updates, and scores with them.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_, n_iter_, n_updates_, converged_, training_accuracy_, history_
        As those of :class:`PerceptronClassifier`.
    coef_, margin_, mistake_bound_
        With ``kernel='linear'`` also these; otherwise there is no ``coef_``.
    n_support_ : int
        The number of rows in the model.

    Examples
    --------
    >>> import numpy as np
    >>> from perceptron import KernelPerceptron
    >>> X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)
    >>> model = KernelPerceptron(degree=2, max_iter=50).fit(X, [0, 1, 1, 0])
    >>> model.predict(X)
    array([0, 1, 1, 0])
    """

    _learners = Learners.only("kernel")

    def __init__(
        self,
        kernel: str = "polynomial",
        *,
        degree: int = 3,
        coef0: float = 1.0,
        gamma: Optional[float] = None,
        beta: float = 0.0,
        fit_intercept: bool = True,
        max_iter: Optional[int] = None,
        max_updates: int = 0,
        shuffle: bool = True,
        patience: Optional[int] = None,
        multiclass: str = "one-vs-rest",
        scale: str = "none",
        class_weight: ClassWeight = None,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())

    def _learner(self) -> str:
        learner = super()._learner()
        require_scheme(learner, self.multiclass)
        return learner

    def fit(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> "KernelPerceptron":
        """Fit the model to rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
        y : array of shape (rows,)
        sample_weight : array of shape (rows,), optional
            The weight of each row.

        Returns
        -------
        self
        """
        data = self._training_data(X, y, sample_weight, None)
        model, report = self._train(data)
        self._set_fitted(model, report, data.classes)
        return self

    def _set_fitted(self, model: _core.Model, report: Dict[str, Any], classes: Array) -> None:
        super()._set_fitted(model, report, classes)
        self.n_support_ = model.support_rows


@documented
class LinearClassifier(OnlineModel):
    """Linear support vector machines (hinge loss) and logistic regression, minimised to a
    proved duality gap.

    With three or more classes, ``loss='softmax'`` is multinomial logistic regression and
    ``loss='crammer_singer'`` the multiclass SVM of Crammer and Singer: one objective for the
    planes of all classes. The others train a plane per class, or per pair of classes.

    The objective is ``mean loss + alpha·(l1_ratio·‖w‖₁ + (1 − l1_ratio)/2·‖w‖²)``, the
    intercept not penalised. To compare with ``LogisticRegression(C=C)`` or
    ``LinearSVC(C=C)``, use ``alpha=1/(C*n_rows)``.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, converged_, margin_, history_
        As those of :class:`PerceptronClassifier`; the history has rows of
        (passes, objective, lower bound on the minimum).
    objective_ : Interval, or a list of these
        Proved bounds on the minimum; the objective of this plane is at most ``upper``. For
        ``'softmax'`` and ``'crammer_singer'`` one Interval for all planes.
    gap_ : float
        The relative duality gap: the difference of these bounds, relative to the objective;
        the largest of all planes.
    certificate_ : str or None
        A proof of the bounds for :func:`verify`, with ``certify=True`` and two classes, or one
        objective for all.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=500, seed=4)
    >>> model = perceptron.LinearClassifier("log_loss", certify=True).fit(data.X, data.y)
    >>> model.gap_ <= 1e-3
    True
    >>> perceptron.verify(model.certificate_, data.X, data.y).valid
    True
    >>> model.predict_proba(data.X[:2]).shape
    (2, 2)
    """

    _learners = Learners(
        "loss",
        {
            "hinge": "hinge",
            "squared_hinge": "squared-hinge",
            "log_loss": "logistic",
            "softmax": "softmax",
            "crammer_singer": "crammer-singer",
        },
    )

    def __init__(
        self,
        loss: str = "hinge",
        *,
        penalty: Optional[str] = "l2",
        alpha: float = 0.0001,
        l1_ratio: float = 0.15,
        fit_intercept: bool = True,
        penalise_intercept: bool = False,
        solver: str = "auto",
        tol: float = 0.001,
        max_iter: int = 1000,
        eta0: float = 0.0,
        schedule: str = "constant",
        average: bool = True,
        shuffle: bool = True,
        early_stop: float = 0.0,
        patience: Optional[int] = None,
        multiclass: str = "one-vs-rest",
        calibrate: str = "none",
        scale: str = "none",
        certify: bool = False,
        class_weight: ClassWeight = None,
        warm_start: bool = False,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())

    def _learner(self) -> str:
        learner = super()._learner()
        require_scheme(learner, self.multiclass)
        return learner

    def _pass_options(self) -> Dict[str, str]:
        return {"solver": "online"}

    def fit(
        self,
        X: Rows,
        y: ArrayLike,
        sample_weight: Weights = None,
        *,
        coef_init: Optional[ArrayLike] = None,
        intercept_init: Optional[ArrayLike] = None,
    ) -> "LinearClassifier":
        super().fit(X, y, sample_weight, coef_init=coef_init, intercept_init=intercept_init)
        if not self.converged_ and self.solver != "online" and self.early_stop == 0:
            stalled = self.n_iter_ < int(self.max_iter)
            _warn(
                f"the solver stalled after {self.n_iter_} passes, {self.gap_:.2g} from a proof; "
                "choose another solver or a larger tol, or scale the features"
                if stalled
                else f"max_iter={self.max_iter} passes came within {self.gap_:.2g}, not tol; raise "
                "max_iter or tol, or scale the features"
            )
        return self

    fit.__doc__ = OnlineModel.fit.__doc__


@documented
class PegasosClassifier(PassModel):
    """The linear support vector machine (hinge loss) by Pegasos (Shalev-Shwartz et al. 2007):
    single steps of length 1/(alpha·t), with a proved duality gap after each pass.

    :class:`LinearClassifier` minimises the same objective much faster. The intercept is the
    weight of one more feature that is 1, so it is penalised too.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_updates_, converged_, margin_, history_
        As those of :class:`PerceptronClassifier`.
    objective_, gap_, certificate_
        As those of :class:`LinearClassifier`.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("flipped", rows=500, seed=4)
    >>> model = perceptron.PegasosClassifier(alpha=0.1).fit(data.X, data.y)
    >>> model.gap_ <= 1e-3
    True
    """

    _learners = Learners.only("pegasos")

    def __init__(
        self,
        *,
        alpha: float = 0.0001,
        projection: bool = True,
        fit_intercept: bool = True,
        tol: float = 0.001,
        max_iter: int = 1000,
        max_updates: int = 0,
        shuffle: bool = True,
        early_stop: float = 0.0,
        patience: Optional[int] = None,
        multiclass: str = "one-vs-rest",
        calibrate: str = "none",
        scale: str = "none",
        certify: bool = False,
        class_weight: ClassWeight = None,
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())

    def _learner(self) -> str:
        learner = super()._learner()
        require_scheme(learner, self.multiclass)
        return learner

    def _options(self) -> Dict[str, str]:
        require_number("alpha", self.alpha, 0, 1e300)
        return {**super()._options(), "l2": text_of(float(self.alpha))}

    def fit(self, X: Rows, y: ArrayLike, sample_weight: Weights = None) -> "PegasosClassifier":
        """Fit the model to rows and their classes.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
        y : array of shape (rows,)
        sample_weight : array of shape (rows,), optional
            The weight of each row.

        Returns
        -------
        self
        """
        data = self._training_data(X, y, sample_weight, None)
        model, report = self._train(data)
        self._set_fitted(model, report, data.classes)
        if not self.converged_ and self.early_stop == 0:
            _warn(
                f"{self.n_iter_} passes came within {self.gap_:.2g}, not tol; raise max_iter, tol "
                "or alpha, or use LinearClassifier"
            )
        return self


@documented
class MarginClassifier(LinearModel):
    """The maximum-margin hyperplane (hard-margin SVM), with a proof that no margin is wider.

    If no plane separates the classes there is no maximum margin. Then a warning is given
    and the plane that minimises the hinge loss (soft-margin SVM) is fitted instead;
    ``separable_`` is False, and for two classes ``certificate_`` proves it.

    All rows have the same weight, so there is no ``sample_weight``; and no ``partial_fit``,
    because a proof about some rows does not hold for others.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, converged_
        As those of :class:`PerceptronClassifier`.
    separable_ : bool
        Whether a plane separates the classes (for more than two: whether each plane does).
    margin_ : Interval, or a list of these
        Proved bounds on the maximum margin; the lower one is the margin of this plane.
    gap_ : float or None
        The difference of the bounds, relative to the upper one.
    certificate_ : str or None
        For two classes; see :func:`verify`.

    Examples
    --------
    >>> import perceptron
    >>> data = perceptron.generate("ball", rows=200, margin=1.5, seed=5)
    >>> model = perceptron.MarginClassifier().fit(data.X, data.y)
    >>> model.margin_.lower >= 1.5
    True
    >>> model.gap_ < 1e-8
    True
    >>> perceptron.verify(model.certificate_, data.X, data.y).valid
    True
    """

    _learners = Learners("method", {"exact": "max-margin", "perceptron": "margin"})

    def __init__(
        self,
        method: str = "exact",
        *,
        gap: float = 0.0,
        lam: float = 1.1,
        max_iter: int = 1000,
        fit_intercept: bool = True,
        multiclass: str = "one-vs-rest",
        inseparable: str = "soft",
        alpha: float = 0.0001,
        scale: str = "none",
        random_state: Any = None,
        n_jobs: Optional[int] = None,
    ) -> None:
        self._store_parameters(locals())

    def _learner(self) -> str:
        learner = super()._learner()
        require_scheme(learner, self.multiclass)
        return learner

    def fit(self, X: Rows, y: ArrayLike) -> "MarginClassifier":
        """Find the maximum-margin plane.

        Parameters
        ----------
        X : array, CSR matrix or DataFrame of shape (rows, features)
        y : array of shape (rows,)

        Returns
        -------
        self
        """
        require_choice("inseparable", self.inseparable, ("soft", "raise"))
        require_number("alpha", self.alpha, 0, 1e300)
        data = self._training_data(X, y, None, None)
        try:
            model, report = self._train(data)
        except _core.Inseparable as why:
            if self.inseparable == "raise":
                why.args = (
                    f"{why.fact}; perceptron.margin shows the proof, "
                    "PerceptronClassifier('averaged') allows mistakes",
                )
                raise
            warnings.warn(
                f"{why.fact}; fitting the plane that minimises the hinge loss instead "
                "(separable_ is False)",
                _core.Note,
                stacklevel=2,
            )
            self._fit_soft(data)
            return self
        self._set_fitted(model, report, data.classes)
        if not self.converged_:
            _warn(f"the search did not end in {self.n_iter_} passes; raise max_iter or lam")
        return self

    def _set_fitted(self, model: _core.Model, report: Dict[str, Any], classes: Array) -> None:
        super()._set_fitted(model, report, classes)
        # Else it is the soft-margin SVM.
        self.separable_ = bool(learner_table()[model.learner]["finds_margin"])
        margins = self.margin_ if isinstance(self.margin_, list) else [self.margin_]
        gaps = [(m.upper - m.lower) / m.upper for m in margins if m is not None and m.upper > 0]
        self.gap_ = max(gaps) if gaps and self.separable_ else None

    def _fit_soft(self, data: TrainingData) -> None:
        soft = {"learner": "hinge", "l1": "0", "l2": text_of(float(self.alpha))}
        model, report = self._train(data, settings=soft)
        self._set_fitted(model, report, data.classes)
        if len(data.classes) == 2 and self.scale == "none":
            proof = _core.margin(
                rows=data.rows,
                labels=data.labels,
                classes=names_of(data.classes),
                offset=self.fit_intercept,
                threads=threads_of(self.n_jobs),
                progress=_progress.current(),
            )
            self.certificate_ = proof["certificate"] or None
            self.margin_ = Interval(proof["lower"], proof["upper"])
