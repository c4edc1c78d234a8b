// Which instruction sets Highway compiles for. Included before highway.h, by
// every file that says HWY_TARGET_INCLUDE.
#pragma once

// On x86 the baseline, AVX2 and AVX-512 are enough; on arm64 NEON, because the
// vectors of SVE have no size at compile time and cannot stand in an array.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
