// Which instruction sets Highway compiles for. Included before highway.h by every file that
// defines HWY_TARGET_INCLUDE.
#pragma once

// On x86 the baseline, AVX2 and AVX-512 are enough; on arm64 only NEON, because SVE vectors have
// no size at compile time and cannot be array elements.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
