// Rows of more days: a row at a time. Its two cuts are found by counting how many prices lie on either side of a pivot,
// in 16-bit numbers, of which a vector holds twice as many and the oldest machines know the least and the greatest.

// A window of prices and its scale: a step of the scale is 2^shift. A price of the window is 1 to 65533 on the scale, one
// below it 0, one above it or a missing one 65534. Scaled prices are stored less `bias`, as signed numbers.
typedef struct {
  int32_t least;
  uint32_t width;
  int shift;
} NAME(window);

enum { NAME(above) = 65534, NAME(bias) = 32768 };

INLINE NAME(window) NAME(window_of)(int32_t least, uint32_t width) {
  return (NAME(window)){least, width, width < NAME(above) - 1 ? 0 : 17 - __builtin_clz(width)};
}

INLINE void NAME(scale)(const int32_t *prices, size_t days, NAME(window) window, int16_t *scaled) {
  typedef uint32_t offsets __attribute__((vector_size(64)));
  typedef int16_t narrow_chunk __attribute__((vector_size(32)));
  for (size_t day = 0; day < days; day += 16) {
    NAME(chunk) price;
    NAME(load)(&price, prices, days, day);
    offsets offset = ((offsets)price - (uint32_t)window.least) >> window.shift;
    offset |= (offsets)(price == FARE_MISSING);
    offset = __builtin_elementwise_min(offset, (offsets){0} + (NAME(above) - 1)) + 1;
    offset &= (offsets)(price >= window.least);
    narrow_chunk narrow = __builtin_convertvector((NAME(chunk))(offset - NAME(bias)), narrow_chunk);
    memcpy(scaled + (day + 16 <= days ? day : days - 16), &narrow, sizeof narrow);
  }
}

// A search for the target-th smallest scaled price: it is one of those from least to greatest, of which `below` are
// smaller than least and `through` are not greater than greatest.
typedef struct {
  int32_t least, greatest, below, through, target;
} NAME(search);

INLINE int32_t NAME(pivot)(NAME(search) search, int passes) {
  int32_t span = search.greatest - search.least;
  // Where the target would be were the prices spread evenly; after some passes every other time the middle, so that
  // prices spread otherwise take few passes, too.
  float share = (float)(2 * (search.target - search.below) - 1) / (float)(2 * (search.through - search.below));
  int32_t step = passes > 6 && passes % 2 ? span / 2 : (int32_t)((float)span * share);
  return search.least + (step < span ? step : span > 0 ? span - 1 : 0);
}

// What a pass finds on either side of a pivot: how many prices lie beyond it, less than nothing, and the nearest price
// within and beyond, as distances.
typedef struct {
  NAME(shorts) beyond, nearest_within, nearest_beyond;
} NAME(sides);

INLINE NAME(sides) NAME(no_sides)(void) {
  NAME(shorts) none = {0};
  return (NAME(sides)){none, none + INT16_MAX, none + INT16_MIN};
}

INLINE void NAME(count)(NAME(sides) *sides, NAME(shorts) scaled, int32_t pivot) {
  // The pivot less the price, modulo 65536 and less the bias, is least for the nearest price within and greatest for the
  // nearest beyond.
  NAME(shorts) distance = (int16_t)pivot - scaled;
  sides->beyond += scaled > (int16_t)(pivot - NAME(bias));
  sides->nearest_within = __builtin_elementwise_min(sides->nearest_within, distance);
  sides->nearest_beyond = __builtin_elementwise_max(sides->nearest_beyond, distance);
}

INLINE NAME(search) NAME(narrowed)(NAME(search) search, int32_t pivot, const NAME(sides) *sides, size_t vectors) {
  int32_t count = (int32_t)(vectors * 2 * LANES) + __builtin_reduce_add(sides->beyond);
  int32_t within = pivot - (__builtin_reduce_min(sides->nearest_within) + NAME(bias));
  int32_t beyond = pivot - (__builtin_reduce_max(sides->nearest_beyond) - NAME(bias));
  // Chosen without branches, which nothing could predict.
  int is_within = count >= search.target;
  search.through = is_within ? count : search.through;
  search.below = is_within ? search.below : count;
  search.greatest = is_within ? within : count == search.target - 1 ? beyond : search.greatest;
  search.least = !is_within ? beyond : count == search.target ? within : search.least;
  return search;
}

// Narrows two searches to one scaled price each.
INLINE void NAME(find)(const NAME(shorts) *scaled, size_t vectors, NAME(search) *low, NAME(search) *high) {
  for (int passes = 0; low->least < low->greatest || high->least < high->greatest; passes++) {
    int32_t low_pivot = NAME(pivot)(*low, passes), high_pivot = NAME(pivot)(*high, passes);
    NAME(sides) low_sides = NAME(no_sides)(), high_sides = low_sides;
    for (size_t i = 0; i < vectors; i++) {
      NAME(count)(&low_sides, scaled[i], low_pivot);
      NAME(count)(&high_sides, scaled[i], high_pivot);
    }
    if (low->least < low->greatest) *low = NAME(narrowed)(*low, low_pivot, &low_sides, vectors);
    if (high->least < high->greatest) *high = NAME(narrowed)(*high, high_pivot, &high_sides, vectors);
  }
}

// The least price from `start` on.
INLINE int32_t NAME(least_from)(const int32_t *prices, size_t days, int32_t start) {
  NAME(chunk) least = {0};
  least += INT32_MAX;
  for (size_t day = 0; day < days; day += 16) {
    NAME(chunk) price;
    NAME(load)(&price, prices, days, day);
    least = __builtin_elementwise_min(least, (price & (price >= start)) | (INT32_MAX & (price < start)));
  }
  return __builtin_reduce_min(least);
}

// The price that a search is for, where the scale is too coarse to tell: it lies in the step that was found.
static __attribute__((noinline)) int32_t NAME(resolve)(
  const int32_t *prices, size_t days, NAME(shorts) *scaled, size_t vectors, NAME(window) window, NAME(search) found
) {
  while (window.shift > 0) {
    uint32_t start = (uint32_t)window.least + ((uint32_t)(found.least - 1) << window.shift);
    if (found.below == found.target - 1) return NAME(least_from)(prices, days, (int32_t)start);
    window = NAME(window_of)((int32_t)start, (UINT32_C(1) << window.shift) - 1);
    NAME(scale)(prices, days, window, (int16_t *)scaled);
    found.least = 1;
    found.greatest = (int32_t)(window.width >> window.shift) + 1;
    NAME(search) same = found;
    NAME(find)(scaled, vectors, &found, &same);
  }
  return (int32_t)((uint32_t)window.least + (uint32_t)found.least - 1);
}

INLINE void NAME(long_row)(const int32_t *prices, size_t days, uint8_t *bands) {
  NAME(chunk) least = {0}, next = {0};  // Of the prices, and of the prices and one, which wraps a missing one away.
  least += INT32_MAX;
  next += INT32_MIN;
  for (size_t day = 0; day < days; day += 16) {
    NAME(chunk) price;
    NAME(load)(&price, prices, days, day);
    typedef uint32_t wrapping __attribute__((vector_size(64)));
    least = __builtin_elementwise_min(least, price);
    next = __builtin_elementwise_max(next, (NAME(chunk))((wrapping)price + 1));
  }
  int32_t cheapest = __builtin_reduce_min(least);
  uint32_t width = (uint32_t)__builtin_reduce_max(next) - 1 - (uint32_t)cheapest;

  NAME(shorts) scaled[FARE_MOST_DAYS / LANES / 2], counts = {0};
  size_t vectors = (days + 2 * LANES - 1) / (2 * LANES);
  scaled[vectors - 1] = counts + (int16_t)(NAME(above) - NAME(bias));
  NAME(window) window = NAME(window_of)(cheapest, width);
  NAME(scale)(prices, days, window, (int16_t *)scaled);
  for (size_t i = 0; i < vectors; i++) counts -= scaled[i] < (int16_t)(NAME(above) - NAME(bias));
  int32_t priced = __builtin_reduce_add(counts), cut = cut_of(priced);
  if (priced < fewest_prices) {
    memset(bands, 0, days);
    return;
  }
  NAME(search) low = {1, (int32_t)(width >> window.shift) + 1, 0, priced, cut + 1}, high = low;
  high.target = priced - cut;
  NAME(find)(scaled, vectors, &low, &high);
  int32_t low_price = NAME(resolve)(prices, days, scaled, vectors, window, low);
  int32_t high_price = NAME(resolve)(prices, days, scaled, vectors, window, high);
  NAME(classify)(prices, days, low_price, high_price, bands);
}
