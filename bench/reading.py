"""Times scikit-learn's load_svmlight_file once, prints JSON."""

import json
import sys
import time

from sklearn.datasets import load_svmlight_file

start = time.perf_counter()
load_svmlight_file(sys.argv[1])
print(json.dumps({"seconds": time.perf_counter() - start}))
