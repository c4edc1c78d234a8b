from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from numpy.typing import NDArray

Array = NDArray[Any]

__version__: str
takes_numpy_2: bool

class Inseparable(ValueError):
    fact: str

class Note(UserWarning): ...

Progress = Optional[Callable[[str, int, int], None]]

class Model:
    @staticmethod
    def load(path: str, limits: Mapping[str, str] = ...) -> Model: ...
    @staticmethod
    def decode(bytes: bytes) -> Model: ...
    def encode(self) -> bytes: ...
    def save(self, path: str) -> None: ...
    @property
    def classes(self) -> List[str]: ...
    @property
    def multiclass(self) -> str: ...
    @property
    def has_offset(self) -> bool: ...
    @property
    def features(self) -> int: ...
    @property
    def feature_names(self) -> Optional[List[str]]: ...
    @property
    def named(self) -> bool: ...
    @property
    def scale(self) -> str: ...
    @property
    def learner(self) -> str: ...
    @property
    def certificate(self) -> str: ...
    @property
    def options(self) -> Dict[str, str]: ...
    @property
    def origin(self) -> Dict[str, Any]: ...
    @property
    def has_probabilities(self) -> bool: ...
    @property
    def sides(self) -> List[Tuple[int, Optional[int]]]: ...
    @property
    def coefficients(self) -> Array: ...
    @property
    def intercepts(self) -> Array: ...
    def predict(self, rows: Any, threads: int = 1) -> Array: ...
    def decision(self, rows: Any, threads: int = 1) -> Array: ...
    def probabilities(self, rows: Any, threads: int = 1) -> Array: ...
    def with_planes(self, coefficients: Array, intercepts: Array) -> Model: ...
    def explanations(self, rows: Any, most: int = 10) -> str: ...

def available_threads() -> int: ...
def check_rows(rows: Any, threads: int = 1) -> bool: ...
def learn_options() -> List[Dict[str, Any]]: ...
def learners() -> List[Dict[str, Any]]: ...
def data_options() -> List[Dict[str, Any]]: ...
def limit_options() -> List[Dict[str, Any]]: ...
def generate_options() -> List[Dict[str, Any]]: ...
def generator_kinds() -> Dict[str, Tuple[str, List[str]]]: ...
def train(
    *,
    rows: Any,
    labels: Array,
    classes: Sequence[str],
    weights: Optional[Array] = None,
    names: Sequence[str] = ...,
    label: str = "",
    settings: Mapping[str, str] = ...,
    class_weight: Sequence[str] = ...,
    scale: str = "none",
    threads: int = 1,
    start: Optional[Model] = None,
    certify: bool = False,
    partial: bool = False,
    progress: Progress = None,
) -> Tuple[Model, Dict[str, Any]]: ...
def cross_validate(
    *,
    rows: Any,
    labels: Array,
    classes: Sequence[str],
    weights: Optional[Array] = None,
    fold_of_row: Array,
    folds: int,
    settings: Sequence[Tuple[Mapping[str, str], Sequence[str], str]],
    threads: int = 1,
    keep_predictions: bool = False,
    measure_training: bool = False,
    path: bool = False,
    progress: Progress = None,
) -> List[Dict[str, Any]]: ...
def margin(
    *,
    rows: Any,
    labels: Array,
    classes: Sequence[str],
    offset: bool = True,
    settings: Mapping[str, str] = ...,
    search: Mapping[str, str] = ...,
    threads: int = 1,
    progress: Progress = None,
) -> Dict[str, Any]: ...
def verify(
    certificate: str,
    rows: Any,
    labels: Array,
    classes: Sequence[str],
    weights: Optional[Array] = None,
    limits: Mapping[str, str] = ...,
) -> Tuple[bool, str, str]: ...
def read(
    path: str,
    *,
    recipe: str = "",
    options: Mapping[str, str] = ...,
    limits: Mapping[str, str] = ...,
    cache: bool = False,
    group: str = "",
    threads: int = 1,
    progress: Progress = None,
) -> Dict[str, Any]: ...
def generate(kind: str, *, options: Mapping[str, str] = ...) -> Dict[str, Any]: ...
