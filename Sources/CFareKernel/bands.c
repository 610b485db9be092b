#include "CFareKernel.h"

#include <string.h>

// The kernel is written once, in vectors of LANES 32-bit numbers, and compiled for each set of instructions; NAME tells
// its functions apart. The answers are exact integers, so they are the same whichever runs.
//
// No quartile need be computed. With n prices sorted as s and cut = ceil((n - 1) / 4), the first quartile is s[cut], or
// lies between s[cut - 1] and s[cut], and no price lies between those two. So a price is below the first quartile exactly
// when it is below s[cut], and likewise above the third when it is above s[n - 1 - cut].

#define JOIN_(left, right) left##_##right
#define JOIN(left, right) JOIN_(left, right)
#define INLINE static inline __attribute__((always_inline))

enum { fewest_prices = 4 };  // As Limits.fewestPricedDays has it.

static inline int32_t cut_of(int32_t priced) { return (priced + 2) / 4; }

#define LANES 4
#define NAME(name) JOIN(name, baseline)
#include "kernel.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define LANES 8
#define NAME(name) JOIN(name, avx2)
#include "kernel.h"
#pragma clang attribute pop

#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)
#define LANES 16
#define NAME(name) JOIN(name, avx512)
#include "kernel.h"
#pragma clang attribute pop

int fare_bands_lanes(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
      && __builtin_cpu_supports("avx512vl"))
    return 16;
  return __builtin_cpu_supports("avx2") ? 8 : 4;
}

void fare_bands(const int32_t *prices, size_t rows, size_t days, uint8_t *bands) {
  switch (fare_bands_lanes()) {
    case 16: fare_bands_avx512(prices, rows, days, bands); break;
    case 8: fare_bands_avx2(prices, rows, days, bands); break;
    default: fare_bands_baseline(prices, rows, days, bands);
  }
}

#else

int fare_bands_lanes(void) { return 4; }

void fare_bands(const int32_t *prices, size_t rows, size_t days, uint8_t *bands) {
  fare_bands_baseline(prices, rows, days, bands);
}

#endif
