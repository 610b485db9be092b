import FareModel

extension Tool {
  /// Every tool, in the order in which clients see them. `ping` is a message of the protocol and needs none.
  static let all: [Tool] = [
    calendar, months, search, everywhere, matrix, explain, places, nearby, routes, status,
  ]

  private static let calendar = Tool(
    method: .of(.calendar),
    title: "Price calendar of a route",
    guidance: """
      Use it when origin, destination and the month (or from and to) are known: what a month costs, its cheapest days \
      or week, whether a date is cheap. Use months for a year at a glance, search for the flights of one day, \
      everywhere when the destination is open. price_minor is in minor units of currency (cents of USD, whole JPY); low, avg and high \
      compare a day with the year from today, and bands gives both edges. A day without price_minor has no price and \
      its status says why: no_fare_observed means that nobody looked or nothing was found, not that nothing flies. \
      band null: under 4 prices to compare with. The days are short unless detail is true.
      """,
    adjustments: [
      Adjustment(
        name: "detail",
        value: .boolean(false),
        summary: "true adds to each priced day its price as text, stops, airports, age and source (false by default)."
      )
    ],
    text: CalendarDigest.text
  )

  private static let months = Tool(
    method: .of(.months),
    title: "Cheapest day of each month",
    guidance: """
      Use it for "when is it cheapest to fly" on a known route: one line a month for the next year, each with its \
      cheapest day, its median and how many of its days have a price. Then ask calendar for the month that was chosen. \
      The band compares the cheapest days of these months with each other. cheapest null: no price is known for that \
      month.
      """,
    text: MonthsDigest.text
  )

  private static let search = Tool(
    method: .of(.search),
    title: "Flights of a day, ranked",
    guidance: """
      Use it when origin, destination and the day are known and flights matter: times, stops, duration, carriers. \
      order best weighs price with duration; cheapest and fastest are the pure orders. Departure must not be past. \
      A day can have a price in calendar and no itinerary here, when only its cheapest price was observed. \
      duration_minutes, times and carriers are null where the source did not say. removed counts what each filter took \
      out; total counts all pages, and next_cursor is the cursor of the next.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(5), summary: "How many itineraries to list (5 by default).")
    ],
    text: SearchDigest.text
  )

  private static let everywhere = Tool(
    method: .of(.everywhere),
    title: "Cheapest destinations from a place",
    guidance: """
      Use it when the destination is open: "where can I go in May for under 100". Lists the cheapest fare to each \
      destination (or city, country or month by group_by), cheapest first. Its band compares with the year of its own \
      route, so low means a good price for that place. max_price_minor is a budget in minor units (10000 is 100.00 EUR, or 10000 JPY): give currency with it. \
      Nights need trip return. total counts all groups.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(20), summary: "How many groups to list (20 by default).")
    ],
    text: EverywhereDigest.text
  )

  private static let matrix = Tool(
    method: .of(.matrix),
    title: "Return trips, out days against back days",
    guidance: """
      Use it for a return trip with flexible dates: give departure_date, return_date and flex_days, or from, to, \
      nights_min and nights_max. cells has a row per departure date and a column per return date; null is a pair \
      without a price. Bands compare the cells with each other. combine also pairs two one-ways where they are cheaper, \
      marked combined: two separate tickets.
      """,
    text: MatrixDigest.text
  )

  private static let explain = Tool(
    method: .of(.explain),
    title: "Why a day costs what it costs",
    guidance: """
      Use it when somebody doubts a price or wants its origin: every observation behind one day, with its source, file \
      and record, and the rule by which one was chosen. verdict chosen makes the price; current are those that cost as much or more; \
      superseded were replaced by lost_to, the number of another observation; left_out fell to a filter. converted_minor \
      is null when no exchange rate is loaded.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(10), summary: "How many observations to list (10 by default).")
    ],
    text: ExplainDigest.text
  )

  private static let places = Tool(
    method: .of(.places),
    title: "Find codes by name",
    guidance: """
      Use it first when a place was given by name: other tools take codes only. A city's code stands for its airports, \
      as in city:LON; an airport's code for itself. tz, latitude and longitude are null where unknown. A place with \
      valid_to is retired: use its successor.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(10), summary: "How many to list (10 by default).")
    ],
    text: PlacesDigest.text
  )

  private static let nearby = Tool(
    method: .of(.nearby),
    title: "Airports around a place",
    guidance: """
      Use it to widen a question that found no or only dear fares: airports within radius_km of a code, nearest first, \
      with distance_km in kilometres.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(10), summary: "How many to list (10 by default).")
    ],
    text: PlacesDigest.text
  )

  private static let routes = Tool(
    method: .of(.routes),
    title: "Which routes have fares",
    guidance: """
      Use it to learn what can be asked at all: the routes with fares, from or to a place or all of them, with first and \
      last day of departure and the age of the newest look in whole hours. total counts all routes.
      """,
    adjustments: [
      Adjustment(name: "limit", value: .integer(20), summary: "How many routes to list (20 by default).")
    ],
    text: RoutesDigest.text
  )

  private static let status = Tool(
    method: .of(.status),
    title: "What is loaded and how old it is",
    guidance: """
      Use it to judge how far answers can be trusted: the sources with the age of their newest fare in whole hours. \
      last_loaded_at null: nothing was ever loaded.
      """,
    text: StatusDigest.text
  )
}
