#pragma once

#include <stddef.h>

/// A file of the source tree that the binary carries.
struct faregrid_file {
  /// Its path from the root of the source tree, such as `Data/airports.csv`.
  const char *_Nonnull name;
  /// Its bytes, which live as long as the process. No NUL follows them.
  const unsigned char *_Nonnull bytes;
  /// How many bytes it has.
  size_t size;
};

/// The carried file of an index, in the order of `embedded.c`; null behind the last.
const struct faregrid_file *_Nullable faregrid_file_at(size_t index);

/// The carried file of a name; null when there is none.
const struct faregrid_file *_Nullable faregrid_file_named(const char *_Nonnull name);
