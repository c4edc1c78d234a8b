"""Times the ways to a matrix from a CSV in Python once, prints JSON.

pandas: its C reader alone, which leaves texts as they are. scikit-learn: the same, then a
ColumnTransformer that fills missing numbers, marks them and makes categories of texts.
"""

import json
import sys
import time

import pandas
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import OneHotEncoder

start = time.perf_counter()
frame = pandas.read_csv(sys.argv[1])
read = time.perf_counter()
transformer = make_column_transformer(
    (SimpleImputer(add_indicator=True), make_column_selector(dtype_include="number")),
    (OneHotEncoder(), make_column_selector(dtype_include=object)),
)
transformer.fit_transform(frame.drop(columns="y"))
end = time.perf_counter()
print(json.dumps({"pandas": read - start, "scikit": end - start}))
