"""Commands to break: small files, and what each command must leave behind."""

import collections.abc
import dataclasses
import gzip
import os
import pathlib
import random
import re
import subprocess
import tempfile

OLD = b"before\n"


@dataclasses.dataclass(frozen=True)
class Scenario:
    """A command, run in the folder of the files."""

    name: str
    arguments: str
    outputs: tuple[str, ...] = ()  # files that hold OLD before
    fresh: tuple[str, ...] = ()  # files that are not there before; leaving them out is no error


# Does what all commands do, and nothing else.
SHORTEST = Scenario("version", "--version")

SCENARIOS = (
    Scenario("train", "train rows.csv -o out", ("out",)),
    Scenario("train-threads", "train many.csv -o out --threads 2", ("out",)),
    Scenario("train-gzip", "train packed.csv.gz -o out --record record", ("out", "record")),
    Scenario("train-memory", "train rows.svm --memory 100MB -o out", ("out",)),
    Scenario("train-makes-cache", "train new.svm --cache -o out", ("out",), ("new.svm.cache",)),
    Scenario("train-uses-cache", "train rows.svm --cache -o out", ("out",)),
    Scenario("train-streams-cache", "train rows.cache --memory 100MB -o out", ("out",)),
    Scenario(
        "train-loss",
        "train rows.csv --learner logistic --calibrate sigmoid -o out --certificate made",
        ("out", "made"),
    ),
    Scenario("predict", "predict model rows.csv -o out", ("out",)),
    Scenario("predict-many", "predict many.model many.csv -o out --threads 2", ("out",)),
    Scenario("predict-join", "predict model rows.csv --join -o out", ("out",)),
    Scenario("split", "split many.csv --test 0.3 -o out made", ("out", "made")),
    Scenario("evaluate", "evaluate model rows.csv"),
    Scenario("convert", "convert rows.csv -o out", ("out",)),
    Scenario("tune", "tune rows.csv --learner logistic --grid l2=0.01,1 --folds 3 -o out", ("out",)),
    Scenario("validate", "validate rows.csv --folds 3"),
    Scenario("margin", "margin rows.csv -o out", ("out",)),
    Scenario("margin-exact", "margin touching.csv -o out", ("out",)),
    Scenario("verify", "verify proof rows.csv"),
    Scenario("verify-loss", "verify loss.proof rows.csv"),
    Scenario("inspect", "inspect model"),
    Scenario("generate", "generate ball --rows 20 -o out", ("out",)),
    Scenario("report", "report record.json -o out", ("out",)),
    Scenario("help", "help train"),
)

# What the commands read, in this order.
PREPARATIONS = (
    "train rows.csv -o model --record record.json",
    "train many.csv -o many.model",
    "convert rows.svm -o rows.cache",
    "train rows.svm --cache",
    "margin rows.csv -o proof",
    "train rows.csv --learner logistic --certificate loss.proof",
)


def table(rows: int, classes: int, seed: int) -> str:
    """A table of separable classes with a category among its columns."""
    draw = random.Random(seed)
    lines = ["height,width,colour,class"]
    for i in range(rows):
        c = i % classes
        angle = complex(0, 1) ** (4 * c / classes)
        x = 3 * angle.real + draw.uniform(-0.9, 0.9)
        y = 3 * angle.imag + draw.uniform(-0.9, 0.9)
        lines.append(f"{x:.3f},{y:.3f},{draw.choice(['red', 'green'])},c{c}")
    return "\n".join(lines) + "\n"


def sparse(rows: int, seed: int) -> str:
    draw = random.Random(seed)
    lines = []
    for i in range(rows):
        sign = 1 if i % 2 else -1
        first, second = sorted(draw.sample(range(2, 40), 2))
        lines.append(f"{sign:+d} 1:{sign * draw.uniform(1, 2):.3f} {first}:1 {second}:0.5")
    return "\n".join(lines) + "\n"


def write_inputs(program: str, folder: pathlib.Path) -> None:
    (folder / "rows.csv").write_text(table(24, 2, 1))
    (folder / "many.csv").write_text(table(30, 3, 2))
    (folder / "packed.csv.gz").write_bytes(gzip.compress(table(24, 2, 3).encode(), mtime=0))
    # Where the classes touch, only exact arithmetic finds the answer.
    (folder / "touching.csv").write_text("x,y,class\n0.1,0.3,a\n0.3,0.1,a\n0.2,0.2,b\n0.7,0.9,b\n")
    for name, seed in (("rows.svm", 4), ("new.svm", 5)):
        (folder / name).write_text(sparse(24, seed))
    for words in PREPARATIONS:
        command = [program, *words.split(), "--quiet"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def drawable(program: str) -> bool:
    """Whether the program was built with what draws pages."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "margin", "-", "--report", f"{folder}/page"]
        run = subprocess.run(command, input=b"x,y\n1,a\n2,b\n", capture_output=True, check=False)
    return run.returncode == 0


def comparable(content: bytes) -> bytes:
    """The content without the times that records and summaries hold."""
    content = re.sub(rb"[0-9]+[.][0-9]{2} s\b", b"", content)
    return re.sub(rb'"(read_)?seconds":([-+.e0-9]+|\{[^}]*\})', b"", content)


class Files:
    """The folder of the inputs, and what a scenario may do to it."""

    def __init__(
        self,
        program: str,
        folder: pathlib.Path,
        write_more: collections.abc.Callable[[pathlib.Path], None] = lambda folder: None,
    ) -> None:
        self.folder = folder / "files"
        self.temporary = folder / "temporary"
        self.folder.mkdir()
        self.temporary.mkdir()
        write_inputs(program, self.folder)
        write_more(self.folder)
        self.inputs = {name: self.read(name) for name in os.listdir(self.folder)}

    def read(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def reset(self, scenario: Scenario) -> None:
        for name in scenario.outputs:
            (self.folder / name).write_bytes(OLD)
        for name in scenario.fresh:
            (self.folder / name).unlink(missing_ok=True)

    def clear(self, scenario: Scenario) -> None:
        for name in (*scenario.outputs, *scenario.fresh):
            (self.folder / name).unlink(missing_ok=True)

    def results(self, scenario: Scenario) -> dict[str, bytes]:
        """The files that the command has written, after a success."""
        names = (*scenario.outputs, *scenario.fresh)
        contents = {name: self.read(name) for name in names}
        return {name: comparable(text) for name, text in contents.items() if text is not None}

    def damage(self, scenario: Scenario, expected: dict[str, bytes], done: bool) -> str:
        """What is wrong with the files; empty if nothing is."""
        for name in scenario.outputs:
            content = self.read(name)
            if content is None or comparable(content) not in (OLD, expected[name]):
                return f"{name} is torn"
            if done and content == OLD:
                return f"{name} was not written"
        for name in scenario.fresh:
            content = self.read(name)
            if content is not None and comparable(content) != expected[name]:
                return f"{name} is torn"
        return self.leftover(scenario)

    def leftover(self, scenario: Scenario) -> str:
        known = {*self.inputs, *scenario.outputs, *scenario.fresh}
        found = sorted({*os.listdir(self.folder)} - known) + os.listdir(self.temporary)
        return f"left behind: {', '.join(found)}" if found else ""

    def sweep_up(self, scenario: Scenario) -> None:
        """Removes what a command has left behind, so that it is reported once."""
        known = {*self.inputs, *scenario.outputs, *scenario.fresh}
        for name in {*os.listdir(self.folder)} - known:
            (self.folder / name).unlink()
        for path in self.temporary.iterdir():
            path.unlink() if path.is_file() else subprocess.run(["rm", "-r", path], check=True)

    def changed_input(self) -> str:
        for name, content in self.inputs.items():
            if self.read(name) != content:
                return f"{name}, an input, was changed"
        return ""
