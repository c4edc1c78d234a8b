// The library, all of it: read data, fit, measure, save, predict.
#pragma once

#include "base/error.h"
#include "base/listener.h"
#include "base/random.h"
#include "certify/margin.h"
#include "data/dataset.h"
#include "data/generate.h"
#include "data/reader.h"
#include "evaluate/metrics.h"
#include "learn/fit.h"
#include "learn/learners.h"
#include "model/file.h"
#include "model/model.h"
#include "model/scorer.h"
#include "model/train.h"
