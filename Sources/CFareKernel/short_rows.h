// Rows of up to SHORT_ROW days: LANES rows at a time, one in each lane, sorted by a network of exchanges.

#ifndef SHORT_ROW
#define SHORT_ROW 32
#endif

// Four days of four rows, to four rows' places in the columns of four days.
INLINE void NAME(transpose_quad)(const int32_t *prices, size_t days, int32_t (*columns)[LANES]) {
  typedef int32_t quad __attribute__((vector_size(16)));
  quad a, b, c, d;
  memcpy(&a, prices, sizeof a);
  memcpy(&b, prices + days, sizeof b);
  memcpy(&c, prices + 2 * days, sizeof c);
  memcpy(&d, prices + 3 * days, sizeof d);
  quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
  memcpy(columns[0], &a, sizeof a);
  memcpy(columns[1], &b, sizeof b);
  memcpy(columns[2], &c, sizeof c);
  memcpy(columns[3], &d, sizeof d);
}

INLINE void NAME(transpose)(const int32_t *prices, size_t days, int32_t (*columns)[LANES]) {
  for (size_t row = 0; row < LANES; row += 4) {
    for (size_t day = 0; day < days; day += 4) {
      // The last four days overlap those before.
      size_t first = day + 4 <= days ? day : days - 4;
      NAME(transpose_quad)(prices + row * days + first, days, (int32_t(*)[LANES])(columns[first] + row));
    }
  }
}

INLINE void NAME(exchange)(NAME(vector) *lower, NAME(vector) *upper) {
  NAME(vector) a = *lower, b = *upper;
#if LANES == 4 && defined(__SSE2__)
  // SSE2 compares 32-bit numbers, but has no least of two.
  NAME(vector) swapped = (a ^ b) & (a > b);
  *lower = a ^ swapped;
  *upper = b ^ swapped;
#else
  *lower = __builtin_elementwise_min(a, b);
  *upper = __builtin_elementwise_max(a, b);
#endif
}

// Batcher's odd-even merge sort, whose loops the compiler unrolls into 191 exchanges of registers.
INLINE void NAME(sort)(NAME(vector) v[SHORT_ROW]) {
#pragma clang loop unroll(full)
  for (int size = 1; size < SHORT_ROW; size *= 2) {
#pragma clang loop unroll(full)
    for (int step = size; step >= 1; step /= 2) {
#pragma clang loop unroll(full)
      for (int i = 0; i < SHORT_ROW - step; i++) {
        int offset = i - step % size;
        if (offset >= 0 && offset / step % 2 == 0 && i / (2 * size) == (i + step) / (2 * size))
          NAME(exchange)(&v[i], &v[i + step]);
      }
    }
  }
}

// Writes the bands of the first of LANES rows.
INLINE void NAME(short_block)(const int32_t *prices, size_t days, size_t rows, uint8_t *bands) {
  int32_t columns[SHORT_ROW][LANES];
  NAME(vector) v[SHORT_ROW], priced = {0};
  NAME(transpose)(prices, days, columns);
  for (size_t day = days; day < SHORT_ROW; day++)
    for (size_t row = 0; row < LANES; row++) columns[day][row] = FARE_MISSING;
#pragma clang loop unroll(full)
  for (int i = 0; i < SHORT_ROW; i++) {
    memcpy(&v[i], columns[i], sizeof v[i]);
    priced -= v[i] != FARE_MISSING;
  }
  NAME(sort)(v);
  // The cuts of 4 to SHORT_ROW prices have the ranks 1 to 23, so the last exchanges of other ranks are dropped.
#pragma clang loop unroll(full)
  for (int i = 1; i < SHORT_ROW * 3 / 4; i++) memcpy(columns[i], &v[i], sizeof v[i]);
  for (size_t row = 0; row < rows; row++) {
    int32_t count = priced[row], cut = cut_of(count);
    if (count < fewest_prices)
      memset(bands + row * days, 0, days);
    else
      NAME(classify)(prices + row * days, days, columns[cut][row], columns[count - 1 - cut][row], bands + row * days);
  }
}

static void NAME(short_rows)(const int32_t *prices, size_t rows, size_t days, uint8_t *bands) {
  size_t row = 0;
  for (; row + LANES <= rows; row += LANES)
    NAME(short_block)(prices + row * days, days, LANES, bands + row * days);
  if (row == rows) return;
  int32_t rest[LANES * SHORT_ROW] = {0};
  memcpy(rest, prices + row * days, (rows - row) * days * sizeof *rest);
  NAME(short_block)(rest, days, rows - row, bands + row * days);
}
