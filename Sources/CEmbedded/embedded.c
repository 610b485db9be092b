#include "CEmbedded.h"

#include <string.h>

// #embed is C23; clang has it in every mode and says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

// To carry another file, add its path and the include. The compiler notes the file as a dependency, so that editing it
// builds this one again.
const struct faregrid_file *faregrid_file_at(size_t index) {
  size_t next = 0;

#define EMBEDDED "../../Data/airports.csv"
#include "file.h"
#define EMBEDDED "../../Data/carriers.csv"
#include "file.h"
#define EMBEDDED "../../Data/cities.csv"
#include "file.h"
#define EMBEDDED "../../Data/city_airports.csv"
#include "file.h"
#define EMBEDDED "../../Data/currencies.csv"
#include "file.h"
#define EMBEDDED "../../Data/currency_symbols.csv"
#include "file.h"
#define EMBEDDED "../../Data/profiles/easemytrip.json"
#include "file.h"
#define EMBEDDED "../../Data/profiles/easemytrip-raw.json"
#include "file.h"
#define EMBEDDED "../../Data/profiles/expedia.json"
#include "file.h"
#define EMBEDDED "../../Data/profiles/kayak.json"
#include "file.h"
#define EMBEDDED "../../Data/profiles/machinehack.json"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/address.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/ask.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/calendar.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/card.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/combobox.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/elements.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/everywhere.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/flights.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/icon.svg"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/index.html"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/matrix.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/page.css"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/page.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/tokens.css"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/words.js"
#include "file.h"
#define EMBEDDED "../../Sources/FareServer/Page/world.svg"
#include "file.h"
#define EMBEDDED "../../Sources/FareStore/Migrations/0001_store.sql"
#include "file.h"
#define EMBEDDED "../../Sources/FareStore/Migrations/0002_pruning.sql"
#include "file.h"
#define EMBEDDED "../../Sources/FareStore/Migrations/0003_quarantine.sql"
#include "file.h"
#define EMBEDDED "../../Sources/FareStore/Migrations/0004_witnesses.sql"
#include "file.h"
#define EMBEDDED "../../Sources/FareStore/Migrations/0005_growth.sql"
#include "file.h"

  return NULL;
}

const struct faregrid_file *faregrid_file_named(const char *name) {
  const struct faregrid_file *file;
  for (size_t index = 0; (file = faregrid_file_at(index)); index++) {
    if (strcmp(file->name, name) == 0) return file;
  }
  return NULL;
}
