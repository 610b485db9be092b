extension FuzzSeeds {
  /// Documents of the formats that others publish, as small as they can be.
  static let documents: [FuzzSeed] = [
    .fares(
      "skyscanner-calendar",
      """
      {"timestamp":1691009466416,"data":{"flights":{"currency":"USD","groups":[{"id":"low"}],"days":[
       {"day":"2023-08-03","group":"high","price":1146.99},{"day":"2023-08-05","group":"low","price":531.74}]}}}
      """
    ),
    .fares(
      "skyscanner-live",
      """
      {"status":"RESULT_STATUS_COMPLETE","content":{"results":{
       "itineraries":{"i":{"legIds":["out"],"pricingOptions":[{"price":{"amount":"91500","unit":"PRICE_UNIT_MILLI"},
        "transferType":"TRANSFER_TYPE_MANAGED","items":[{"deepLink":"https://a.b/"}]}]}},
       "legs":{"out":{"durationInMinutes":180,"stopCount":0,"segmentIds":["s"]}},
       "segments":{"s":{"originPlaceId":"1","destinationPlaceId":"2","marketingFlightNumber":"42",
        "departureDateTime":{"year":2026,"month":9,"day":3,"hour":8,"minute":0,"second":0},
        "arrivalDateTime":{"year":2026,"month":9,"day":3,"hour":11,"minute":0,"second":0},
        "durationInMinutes":180,"marketingCarrierId":"c","operatingCarrierId":"c"}},
       "places":{"1":{"iata":"OSL"},"2":{"iata":"FCO"}},"carriers":{"c":{"iata":"DY"}}}}}
      """
    ),
    .fares(
      "amadeus-flight-dates",
      """
      {"data":[{"type":"flight-date","origin":"MAD","destination":"MUC","departureDate":"2020-07-29",
       "returnDate":"2020-07-30","price":{"total":"98.53"}}],"meta":{"currency":"EUR"}}
      """
    ),
    .fares(
      "amadeus-flight-offers",
      """
      {"data":[{"type":"flight-offer","itineraries":[{"duration":"PT3H5M","segments":[
       {"departure":{"iataCode":"OSL","at":"2026-09-03T08:00:00"},"arrival":{"iataCode":"FCO","at":"2026-09-03T11:05:00"},
        "carrierCode":"SK","number":"7","numberOfStops":0}]}],
       "price":{"currency":"EUR","total":"90.00","grandTotal":"100.00"}}]}
      """
    ),
    .fares(
      "wizz-timetable",
      path: "BCN_BUD_2016_05_1458058103303.txt",
      """
      [{"ArrivalStationCode":"BUD","CurrentDate":"01\\/05\\/2016","Date":"20160501","DepartureStationCode":"BCN",
        "Flights":[{"CarrierCode":"W6","FlightNumber":"2376","STD":"22:10","STA":"00:45"}],"HasSelection":"True",
        "InMonth":"True","MinimumPrice":"€1,039.99"},
       {"ArrivalStationCode":"BUD","CurrentDate":"03\\/05\\/2016","Date":"20160503","DepartureStationCode":"BCN",
        "Flights":[],"HasSelection":"True","InMonth":"True","MinimumPrice":null}]
      """
    ),
    .fares(
      "ryanair-calendar",
      path: "CTA_Dec_1751321319.js",
      """
      var s = [
      {"Day":"2025-07-01","PriceValue":79.73,"Departure":"2025-07-01T23:30:00","Arrival":"2025-07-02T00:15:00"},
      {"Day":"2025-07-03","PriceValue":"NA","Departure":"NA","Arrival":"NA"}];
      """
    ),
    .fares(
      "travelpayouts",
      """
      {"success":true,"currency":"rub","data":[{"depart_date":"2024-03-02","origin":"TJM","destination":"MOW",
       "return_date":"","found_at":"2024-02-02T10:51:41","value":4442,"duration":175,"number_of_changes":0,"trip_class":0}]}
      """
    ),
    .fares(
      "duffel-offers",
      """
      {"data":[{"total_amount":"91.50","total_currency":"EUR","created_at":"2026-08-01T06:00:00Z",
       "updated_at":"2026-08-01T07:00:00Z","passengers":[{"type":"adult"}],"slices":[{"duration":"PT3H5M","segments":[
        {"origin":{"iata_code":"OSL"},"destination":{"iata_code":"FCO"},"departing_at":"2026-09-03T08:00:00",
         "arriving_at":"2026-09-03T11:05:00","duration":null,"marketing_carrier":{"iata_code":"DY"},
         "marketing_carrier_flight_number":"1","operating_carrier":{"iata_code":"D8"},
         "passengers":[{"cabin_class":"economy"}]}]}]}]}
      """
    ),
    .fares(
      "kiwi-flights",
      """
      {"currency":"EUR","search_params":{"seats":{"passengers":1}},"data":[{"flyFrom":"PRG","dTime":1500584000,"price":33,
       "duration":{"departure":6000,"return":0},"deep_link":"https://a.b/","route":[
        {"flyFrom":"PRG","flyTo":"CDG","dTime":1500584000,"aTime":1500590000,"dTimeUTC":1500576800,"aTimeUTC":1500582800,
         "airline":"OK","flight_no":760,"return":0}]}]}
      """
    ),
    .fares(
      "serpapi-google-flights",
      """
      {"search_metadata":{"created_at":"2025-05-04 13:38:03 UTC"},
       "search_parameters":{"engine":"google_flights","currency":"GBP"},"other_flights":[{"flights":[
        {"departure_airport":{"id":"LGW","time":"2025-05-04 18:20"},"arrival_airport":{"id":"BCN","time":"2025-05-04 21:30"},
         "duration":130,"travel_class":"Economy","flight_number":"VY 7825"}],
        "total_duration":130,"type":"One way","price":88}]}
      """
    ),
  ]
}
