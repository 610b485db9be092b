// Bands by one set of instructions. bands.c includes this with LANES and NAME defined, and they end here.

typedef int32_t NAME(vector) __attribute__((vector_size(4 * LANES)));
typedef int16_t NAME(shorts) __attribute__((vector_size(4 * LANES)));
typedef int32_t NAME(chunk) __attribute__((vector_size(64)));

// The sixteen prices from a day on, or the last sixteen where there are fewer.
INLINE void NAME(load)(NAME(chunk) *chunk, const int32_t *prices, size_t days, size_t day) {
  memcpy(chunk, prices + (day + 16 <= days ? day : days - 16), sizeof *chunk);
}

// Prices and cuts to bands. A comparison of vectors that holds is -1.

INLINE void NAME(classify_few)(const int32_t *prices, size_t days, int32_t low, int32_t high, uint8_t *bands) {
  for (size_t day = 0; day < days; day++)
    bands[day] = prices[day] == FARE_MISSING ? 0 : (uint8_t)(2 - (prices[day] < low) + (prices[day] > high));
}

INLINE void NAME(classify)(const int32_t *prices, size_t days, int32_t low, int32_t high, uint8_t *bands) {
  if (days < 16) {
    NAME(classify_few)(prices, days, low, high, bands);
    return;
  }
  for (size_t day = 0; day < days; day += 16) {
    typedef uint8_t narrow_chunk __attribute__((vector_size(16)));
    NAME(chunk) price;
    NAME(load)(&price, prices, days, day);
    NAME(chunk) band = (2 + (price < low) - (price > high)) & (price != FARE_MISSING);
    narrow_chunk narrow = __builtin_convertvector(band, narrow_chunk);
    memcpy(bands + (day + 16 <= days ? day : days - 16), &narrow, sizeof narrow);
  }
}

#include "short_rows.h"

#include "long_rows.h"

void NAME(fare_bands)(const int32_t *prices, size_t rows, size_t days, uint8_t *bands) {
  if (days < fewest_prices) {
    memset(bands, 0, rows * days);
  } else if (days <= SHORT_ROW) {
    NAME(short_rows)(prices, rows, days, bands);
  } else {
    for (size_t row = 0; row < rows; row++) NAME(long_row)(prices + row * days, days, bands + row * days);
  }
}

#undef LANES
#undef NAME
