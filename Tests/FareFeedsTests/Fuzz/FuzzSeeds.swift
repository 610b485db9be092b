import FareFeeds
import Foundation
import Support

/// The seeds of the fuzz test: a file of every format, and pieces of real files where they are present.
enum FuzzSeeds {
  static let all = own + documents + profiles + references

  private static let own: [FuzzSeed] = [
    .fares(
      "own",
      """
      origin,destination,departure_date,price,currency,observed_at,return_date,departure_time,arrival_time,via,carriers,\
      flight_numbers,segments,deep_link,expires_at,complete
      OSL,FCO,2026-09-03,91.00,EUR,2026-08-01T06:00Z,2026-09-09,08:00,13:05,CPH,SK+SK,SK1+SK2,,https://a.b/?c=1,\
      2026-08-02T00:00:00Z,true
      "OSL","FCO",2026-09-04,"",EUR,2026-08-01T06:00:00+02:00,,,,,,,\
      "[{""origin"":""OSL"",""destination"":""FCO"",""departs_at"":""2026-09-04T08:00""}]","quoted, \n""twice"" told",,

      """
    ),
    .fares(
      "own",
      """
      {"origin":"OSL","destination":"FCO","departure_date":"2026-09-03","price":91.5,"currency":"EUR",\
      "observed_at":"2026-08-01T06:00:00Z","carriers":["SK","LH"],"via":"CPH","stops":1,"deep_link":"a\\u00e9\\n"}
      {"origin":"OSL","destination":"FCO","departure_date":"2026-09-04","price":null,"currency":"JPY",\
      "observed_at":"2026-08-01T06:00:00Z","segments":[{"origin":"OSL","destination":"FCO"}],"available":false}

      """
    ),
    packed(
      """
      H4sIAAAAAAACA8svykzPzNNJSS0uycxLLMnMB7ELEotKSotS41MSS1J1Cooyk1N1kkuLilLzkit18pOKU4vKUlPiE0u4/IN9dNyc/XWMDIzMdA0sdQ2M\
      dSwN9QwMdFxDg6CCFroGhiEGZlYGBlFcAAnjFPdsAAAA
      """
    ),
    packed(
      """
      KLUv/QBoBQMAEkYVGHBvAxARJdaKlRC0H1DXE/cFPCmS/n8vNS3aPYh9gnVFAyW6CwSGDuuMdYSwgjKIoovDtH9SZMzZmqZmULL7BZVhe6X8L0rs\
      1/urZv+T/RZHlU21zwIABM6Mb5Ul
      """
    ),
  ]

  /// A file of one fare, by gzip or by zstd.
  private static func packed(_ text: String) -> FuzzSeed {
    FuzzSeed.fares("own", "").holding(Array(Data(base64Encoded: text) ?? Data()), named: "packed")
  }

  private static let profiles: [FuzzSeed] = [
    .fares(
      "easemytrip",
      ",airline,flight,source_city,departure_time,stops,arrival_time,destination_city,class,duration,days_left,price\n"
        + "0,SpiceJet,SG-8709,Delhi,Evening,zero,Night,Mumbai,Economy,2.17,1,5953\n"
        + "1,Vistara,UK-995,Delhi,Morning,one,Night,Chennai,Business,12.33,49,59530\n"
    ),
    .fares(
      "kayak",
      "observed_local_yyyymmddhhmm,origin,destination,depart_date,return_date,price_eur_roundtrip,airline_pt,duration_min\n"
        + "202301230240,LIS,ICN,2023-09-26,2023-10-02,720.25,Finnair,2085\n"
        + "202303260130,LIS,PAR,2023-02-21,2023-02-28,36.85,Air France,155\n"
    ),
    .fares(
      "easemytrip-raw",
      "date,airline,ch_code,num_code,dep_time,from,time_taken,stop,arr_time,to,price\n"
        + "01-03-2022,Vistara,UK,975,22:45,Delhi,02h 10m,\"1-stop\n\t\tVia IDR\",00:55,Mumbai,\"2,476\"\n"
        + "01-03-2022,Indigo,6E,12,05:45,Delhi,02h 10m,non-stop,07:55,Mumbai,955\n"
    ),
    .fares(
      "machinehack",
      """
      "Airline","Date_of_Journey","Source","Destination","Route","Dep_Time","Arrival_Time","Duration","Total_Stops",\
      "Additional_Info","Price"
      "IndiGo","24/03/2019","Banglore","New Delhi","BLR → DEL","22:20","01:10 22 Mar","2h 50m","non-stop","No info","3897.0"
      "Air India","1/05/2019","Kolkata","Banglore","CCU → IXR → BLR","05:50","13:15","7h 25m","1 stop","No info","7662.0"

      """
    ),
    .fares(
      "expedia",
      """
      legId,searchDate,flightDate,startingAirport,destinationAirport,fareBasisCode,travelDuration,elapsedDays,\
      isBasicEconomy,isRefundable,isNonStop,totalFare,seatsRemaining,totalTravelDistance,segmentsAirlineName
      6203,2022-04-16,2022-04-17,ATL,IAD,KA0NA0MC,PT12H22M,0,False,False,False,746.14,2,1224.0,Delta||Cape Air||United
      34bb,2022-04-16,2022-04-17,ATL,JFK,EAA0OKEN,PT9H15M,0,False,False,True,672.19,1,762.0,United

      """
    ),
    .profile(
      """
      {"name": "tracker", "separator": ";", "path": "{look}_{origin}.csv", "missing": "?",
       "numbers": {"decimal": ",", "thousands": ".", "suffix": "€"}, "tables": {"cities": {"Rom": "ROM", "Nizza": "NCE"}},
       "fields": {"origin": {"path": "origin"}, "observed_at": {"path": "look", "format": "yyyyMMdd-HHmm", "zone": "Europe/Oslo"},
        "destination": {"column": "Nach", "table": "cities"}, "departure_date": {"column": "Hinflug", "format": "dd.MM.yyyy"},
        "departure_time": "Abflug", "duration_minutes": {"column": "Dauer", "format": "words"},
        "price": {"column": "Preis", "sold_out": "ausgebucht"}, "currency": {"constant": "EUR"}}}
      """,
      of: "Nach;Hinflug;Abflug;Dauer;Preis\nRom;03.09.2026;08:00;3h 5m;1.234,50 €\nNizza;04.09.2026;?;?;ausgebucht\n"
    ),
  ]

  private static let references: [FuzzSeed] = [
    .reference(
      .places,
      """
      code,kind,name,city,country,latitude,longitude,tz,valid_from,valid_to,successor
      OSL,airport,"Gardermoen, Oslo",OSL,NO,60.1939,11.1004,Europe/Oslo,1998-10-08,,
      FBU,airport,Fornebu,OSL,NO,59.8958,10.6172,Europe/Oslo,,1998-10-07,OSL

      """
    ),
    .reference(.places, "city,airport\nLON,LHR\nLON,LGW\n"),
    .reference(
      .places,
      "1,\"Goroka \\\"Airport\\\"\",\"Goroka\",\"Papua\",\"GKA\",\"AYGA\",-6.08,145.39,5282,10,\"U\",\"Pacific/Port_Moresby\","
        + "\"airport\",\"OurAirports\"\n"
    ),
    .reference(.routes, "origin,destination,carrier\nOSL,FCO,DY\n"),
    .reference(.routes, "2B,410,AER,2965,KZN,2990,,0,CR2\n2B,410,ASF,2966,KZN,2990,Y,0,CR2\n"),
    .reference(.carriers, "code,name,valid_from,valid_to\nDY,Norwegian,1993-01-22,\n"),
    .reference(.carriers, "3,\"1Time Airline\",\\N,\"1T\",\"RNX\",\"NEXTIME\",\"South Africa\",\"Y\"\n"),
    .reference(.rates, "base,quote,rate,date\nEUR,USD,1.0832,2026-08-01\nEUR,JPY,161.24,2026-08-01\n"),
    .reference(.rates, "Date, USD, JPY, BGN, \n03 August 2026, 1.0832, 161.24, N/A, \n"),
    .reference(
      .rates,
      """
      <?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='2026-08-03'>
      <Cube currency='USD' rate='1.0832'/><Cube currency="JPY" rate="161.24"/></Cube></Cube></gesmes:Envelope>
      """
    ),
  ]

  /// Real files of the formats, small ones: the smaller, the more of them can be broken in a time.
  static let real: [FuzzSeed] = [
    ("skyscanner-calendar", "skyscanner_calendar_groups/price_calendar_BOM_JFK.json"),
    ("amadeus-flight-dates", "amadeus_openapi/raw/FlightCheapestDateSearch_0.json"),
    ("amadeus-flight-offers", "amadeus_openapi/raw/FlightOffersPrice_0.json"),
    ("travelpayouts", "travelpayouts/month_matrix_TJM_MOW_2024-02-02.json"),
    ("duffel-offers", "duffel_offers/raw/get-offer-by-id.json"),
    ("kiwi-flights", "kiwi_skypicker/raw/davidanaya_flights_PRG_PAR_2017.json"),
    ("serpapi-google-flights", "serpapi_google_flights/raw/planora_test_response.json"),
    ("easemytrip-raw", "easemytrip/economy_raw_excerpt.csv"), ("expedia", "expedia_flightprices_2022/raw_27cols.csv"),
    ("machinehack", "machinehack_flight_fare/Data_Train.csv"),
  ].compactMap { format, name in
    guard let path = SharedData.path("data/\(name)"), let file = FileHandle(forReadingAtPath: path),
      var bytes = try? file.read(upToCount: longestReal + 1).map({ Array($0) }) ?? []
    else { return nil }
    if bytes.count > longestReal {
      guard path.hasSuffix(".csv") else { return nil }
      bytes.removeSubrange((bytes[..<4000].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)...)
    }
    return FuzzSeed.fares(format, path: name, "").holding(bytes, named: name)
  }

  private static let longestReal = 20_000
}
