"""Long computations: progress, Ctrl-C, and Python threads that run at the same time."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
import scipy.sparse as sp

import perceptron
from perceptron import LinearClassifier, PerceptronClassifier


@pytest.fixture(scope="module")
def noise():
    """Rows with random labels, on which a perceptron does not converge."""
    rng = np.random.default_rng(1)
    return rng.normal(size=(20000, 20)), rng.integers(0, 2, 20000)


def test_progress_is_reported(noise):
    reports = []
    with perceptron.progress(lambda stage, done, total: reports.append((stage, done, total))):
        PerceptronClassifier(max_iter=50).fit(*noise)
        perceptron.cross_validate(PerceptronClassifier(max_iter=5), *noise, cv=3)
    assert len(reports) > 2
    assert all(isinstance(stage, str) and done <= total or total == 0
               for stage, done, total in reports)
    count = len(reports)
    PerceptronClassifier(max_iter=5).fit(*noise)
    assert len(reports) == count


def test_tqdm_shows_progress(noise, capsys):
    tqdm = pytest.importorskip("tqdm").tqdm
    with perceptron.progress(tqdm):
        PerceptronClassifier(max_iter=20).fit(*noise)
    assert "it/s" in capsys.readouterr().err


def test_an_exception_in_the_progress_function_ends_training(noise):
    class Enough(Exception):
        pass

    def stop(stage, done, total):
        raise Enough("enough")

    for n_jobs in (1, 2):
        with pytest.raises(Enough, match="enough"), perceptron.progress(stop):
            LinearClassifier(max_iter=10**6, tol=0, n_jobs=n_jobs).fit(*noise)
    PerceptronClassifier(max_iter=1).fit(*noise)  # the next call is not affected


def test_other_python_threads_run_during_training(noise):
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    PerceptronClassifier(max_iter=400).fit(*noise)
    seconds = time.perf_counter() - start
    done.set()
    thread.join()
    assert ticks > 20 * seconds  # of about a thousand a second


def test_models_train_in_python_threads(noise):
    X, y = noise
    expected = PerceptronClassifier(max_iter=10).fit(X, y).coef_
    found = [None] * 4

    def work(k):
        found[k] = PerceptronClassifier(max_iter=10).fit(X, y).coef_

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for coef in found:
        np.testing.assert_array_equal(coef, expected)


def test_arrays_of_a_matrix_may_be_replaced_during_training(noise):
    rows = sp.csr_matrix(noise[0])
    expected = PerceptronClassifier(max_iter=60).fit(rows, noise[1]).coef_
    found = []
    thread = threading.Thread(
        target=lambda: found.append(PerceptronClassifier(max_iter=60).fit(rows, noise[1]).coef_)
    )
    thread.start()
    time.sleep(0.1)
    rows.data, rows.indices, rows.indptr = np.zeros(3), np.zeros(3, int), np.zeros(1, int)
    thread.join()
    np.testing.assert_array_equal(found[0], expected)


def test_a_daemon_thread_in_training_does_not_disturb_the_exit():
    code = """
        import threading, time
        import numpy as np
        import perceptron
        rng = np.random.default_rng(1)
        X, y = rng.normal(size=(20000, 20)), rng.integers(0, 2, 20000)
        def work():
            with perceptron.progress(lambda *_: None):
                perceptron.PerceptronClassifier(max_iter=10**6).fit(X, y)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.5)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr


WORK = """
    import signal, sys, threading, time
    import numpy as np
    import perceptron
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(20000, 20)), rng.integers(0, 2, 20000)
    what = sys.argv[1]
    if what == "own":
        def handler(number, frame):
            raise RuntimeError("own handler")
        signal.signal(signal.SIGINT, handler)
    print("ready", flush=True)
    start = time.perf_counter()
    try:
        if what == "cross":
            perceptron.cross_validate(
                perceptron.PerceptronClassifier(max_iter=10**7), X, y, n_jobs=2)
        elif what == "margin":
            perceptron.margin(X, y, gap=1e-15, passes=10**12)
        else:
            perceptron.PerceptronClassifier(max_iter=10**8).fit(X, y)
    except BaseException as error:
        print(type(error).__name__, str(error))
    # Training works again afterwards, and the signal handler is restored.
    perceptron.PerceptronClassifier(max_iter=1).fit(X, y)
    print(signal.getsignal(signal.SIGINT).__name__)
"""


@pytest.mark.parametrize(
    "what, expected, handler",
    [
        ("fit", "KeyboardInterrupt", "default_int_handler"),
        ("cross", "KeyboardInterrupt", "default_int_handler"),
        ("own", "RuntimeError own handler", "handler"),
    ],
)
def test_ctrl_c_interrupts_training(what, expected, handler):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WORK), what],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.7)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out.split("\n")[0].strip() == expected, err
    assert out.split("\n")[1] == handler
