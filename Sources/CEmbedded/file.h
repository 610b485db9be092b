// One file of the list in embedded.c, as EMBEDDED names it: a path that begins with "../../", from this folder.

if (index == next++) {
  static const unsigned char bytes[] = {
#embed EMBEDDED
  };
  static const struct faregrid_file file = {&EMBEDDED[sizeof("../../") - 1], bytes, sizeof(bytes)};
  return &file;
}
#undef EMBEDDED
