#ifndef FAREGRID_CFAREKERNEL_H
#define FAREGRID_CFAREKERNEL_H

#include <stddef.h>
#include <stdint.h>

/// The price of a day that has none.
#define FARE_MISSING INT32_MAX
/// The most days that a row may have.
#define FARE_MOST_DAYS 416

/// Writes the band of every day of `rows` rows of `days` days: 0 none, 1 low, 2 average, 3 high.
///
/// A row's bands compare its days with its own quartiles; a row of fewer than four prices has none. `prices` and `bands`
/// hold the rows one after the other. `days` is at most FARE_MOST_DAYS.
typedef void fare_bands_function(const int32_t *prices, size_t rows, size_t days, uint8_t *bands);

/// The bands, by the widest instructions that the machine has.
fare_bands_function fare_bands;

/// The bands, by what every machine of the architecture has.
fare_bands_function fare_bands_baseline;

#if defined(__x86_64__)
/// The bands, by AVX2.
fare_bands_function fare_bands_avx2;
/// The bands, by AVX-512.
fare_bands_function fare_bands_avx512;
#endif

/// How many 32-bit lanes the instructions have that `fare_bands` uses: 4 for the baseline, 8 for AVX2, 16 for AVX-512.
int fare_bands_lanes(void);

#endif
