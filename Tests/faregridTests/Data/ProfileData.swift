import Foundation
import Support
import Testing

@Suite("Others' CSV by the shipped profiles", .enabled(if: DataFiles.arePresent, DataFiles.skipped))
struct ProfileData {
  private static let instant = ["--observed-at", "2019-02-28T00:00:00Z"]

  @Test("the fares of MachineHack are those expected, as a set, and 222 rows are duplicates")
  func machinehack() throws {
    let product = try Product()
    let file = try DataFiles.path("machinehack_flight_fare/Data_Train.csv")
    let report = try product.ingest(file, ["--currency", "INR"] + Self.instant)
    #expect(report["format"]?.string == "machinehack")
    #expect(report["rows_read"]?.int == 10_683)
    #expect(report["rows_loaded"]?.int == 10_461)
    #expect(report["rows_duplicate"]?.int == 222)
    // The stamps of 141 arrivals are on a wrong day, and three are at another time than the duration says.
    let warnings = report["warnings"]?.items ?? []
    #expect(warnings.map { $0["code"]?.string } == ["arrival_disagrees"])
    #expect(warnings.first?["count"]?.int == 144)

    let expected = try DataFiles.rows("machinehack_flight_fare/expected_canonical.csv").map(Self.named)
    let rows = try product.observations()
    #expect(expected.count == 10_683)
    #expect(Set(rows.map(Canonical.line(exported:))) == Set(expected.map(Canonical.line(expected:))))
    let cabins = rows.map { $0["cabin"] ?? "" }
    #expect(cabins.count { $0 == "premium_economy" } == 16)
    #expect(cabins.count { $0 == "business" } == 7)
    #expect(rows.allSatisfy { $0["fare"] == "itinerary" && $0["source"] == "machinehack" })
    #expect(rows.contains { $0["via"] == "IXR+BBI" && $0["departure_date"] == "2019-05-01" })
  }

  /// A row with the codes for the names of carriers, written apart from the profile.
  private static func named(_ row: [String: String]) -> [String: String] {
    let codes = [
      "Jet Airways": "9W", "IndiGo": "6E", "Air India": "AI", "SpiceJet": "SG", "Vistara": "UK", "Air Asia": "I5",
      "GoAir": "G8", "Trujet": "2T",
    ]
    var row = row
    let name = codes.keys.first { row["marketing_carriers"]?.hasPrefix($0) == true }
    row["marketing_carriers"] = name.flatMap { codes[$0] } ?? ""
    return row
  }

  @Test("MachineHack's file is refused without its currency or its instant, and the reason names the flag")
  func refusal() throws {
    let product = try Product()
    let file = try DataFiles.path("machinehack_flight_fare/Data_Train.csv")
    for (flags, missing) in [(Self.instant, "--currency"), (["--currency", "INR"], "--observed-at")] {
      let run = try product.run(["ingest"] + flags + [file])
      #expect(run.status == 65)
      #expect(run.error.contains(missing))
    }
    #expect(try product.observations().isEmpty)
  }

  @Test("the layout that was gathered from EaseMyTrip agrees with what its rows say")
  func easemytrip() throws {
    let file = "easemytrip/economy_raw_excerpt.csv"
    let product = try Product()
    let report = try product.ingest(DataFiles.path(file), ["--cabin", "economy"])
    #expect(report["format"]?.string == "easemytrip-raw")
    #expect(report["rows_loaded"]?.int == 39)
    let raw = try DataFiles.rows(file)
    let rows = try product.observations()
    let flights = raw.map {
      "\($0["ch_code"] ?? "")\($0["num_code"] ?? "") \($0["dep_time"] ?? "") \($0["arr_time"] ?? "")"
    }
    #expect(
      rows.map { "\($0["flight_numbers"] ?? "") \($0["departure_time"] ?? "") \($0["arrival_time"] ?? "")" }.sorted()
        == flights.sorted()
    )
    let prices = raw.map { ($0["price"] ?? "").replacingOccurrences(of: ",", with: "") + ".00" }
    #expect(rows.map { $0["price"] ?? "" }.sorted() == prices.sorted())
    #expect(
      rows.allSatisfy { $0["departure_date"] == "2022-03-01" && $0["origin"] == "DEL" && $0["destination"] == "BOM" }
    )
    #expect(rows.count { $0["stops"] == "2" } == 2)
    #expect(rows.first { $0["flight_numbers"] == "AI429" }?["duration_minutes"] == "1805")
  }

  @Test("Expedia's rows are read from 27 columns and from 15, and both layouts agree with the epochs beside them")
  func expedia() throws {
    let product = try Product()
    let folder = "expedia_flightprices_2022"
    let whole = try product.ingest(DataFiles.path("\(folder)/raw_27cols.csv"))
    let part = try product.ingest(DataFiles.path("\(folder)/thoprr_15cols.csv"))
    #expect([whole, part].map { $0["format"]?.string } == ["expedia", "expedia"])
    #expect([whole, part].map { $0["rows_loaded"]?.int } == [1, 10])
    let rows = try product.observations()
    let denver = try #require(rows.first { $0["destination"] == "DEN" })
    let told = [
      "departure_time": "13:35", "arrival_time": "15:00", "arrival_day_offset": "0", "duration_minutes": "205",
      "carriers": "UA", "stops": "0", "cabin": "economy", "price": "296.61", "currency": "USD",
      "observed_at": "2022-04-16T00:00:00Z",
    ]
    for (name, value) in told { #expect(denver[name] == value, "\(name)") }
    let dulles = try #require(rows.first { $0["destination"] == "IAD" })
    #expect(dulles["carriers"] == "DL+9K+9K+UA" && dulles["stops"] == "3" && dulles["duration_minutes"] == "742")
    let prices = rows.compactMap { $0["price"].flatMap(Double.init) }.filter { $0 != 296.61 }
    #expect(prices.min() == 137.60 && prices.max() == 746.14)
  }

  @Test("--explain shows the format, its columns and the first rows, and stores nothing")
  func explain() throws {
    // There is no database here that it could need.
    let product = try Product(["FAREGRID_DATABASE_URL": "postgresql://localhost:1/none"])
    let file = try DataFiles.path("kayak_explore/observations_LIS.csv.gz")
    let text = try product.done(["ingest", "--explain", file])
    #expect(text.contains("of the format kayak, nothing is stored"))
    #expect(text.contains("observed_local_yyyymmddhhmm"))
    let json = try JSON(try product.done(["ingest", "--explain", "--json", file]))
    let rows = json["rows"]?.items ?? []
    #expect(rows.count == 3)
    let told = [
      "origin": "LIS", "destination": "ICN", "departure_date": "2023-09-26", "return_date": "2023-10-02",
      "price": "720.25", "currency": "EUR", "observed_at": "2023-01-23T02:40:00Z", "fare": "day", "carriers": "AY",
    ]
    for (name, value) in told { #expect(rows.first?[name]?.string == value, "\(name)") }
    let unknown = try product.run(["ingest", "--explain", DataFiles.path("README.md")])
    #expect(unknown.status == 65)
    #expect(unknown.error.contains("--format"))
  }
}

@Suite("A profile that a user gives")
struct UserProfileTests {
  private func profile(_ currency: String) -> Data {
    Data(
      #"""
      {"name": "tracker", "path": "{origin}.csv", "fields": {
        "origin": {"path": "origin"}, "destination": "to", "departure_date": "day", "price": "cost",
        "currency": {"constant": "\#(currency)"}, "observed_at": "seen"}}
      """#.utf8
    )
  }

  private let fares = "to,day,cost,seen\nFCO,2026-09-03,91,2026-08-01T06:00:00Z\n"

  @Test("belongs to the batch: the same bytes by another profile, or of another name that it reads, are another batch")
  func identity() throws {
    let product = try Product()
    let scratch = try Scratch()
    let euros = try scratch.write(profile("EUR"), as: "euros.json")
    let kroner = try scratch.write(profile("NOK"), as: "kroner.json")
    let oslo = try scratch.write(Data(fares.utf8), as: "OSL.csv")
    let bergen = try scratch.write(Data(fares.utf8), as: "BGO.csv")
    #expect(try product.ingest(oslo, ["--profile", euros])["state"]?.string == "loaded")
    #expect(try product.ingest(oslo, ["--profile", euros])["state"]?.string == "already_loaded")
    #expect(try product.ingest(oslo, ["--profile", kroner])["state"]?.string == "loaded")
    #expect(try product.ingest(bergen, ["--profile", euros])["state"]?.string == "loaded")
    let rows = try product.observations().map { "\($0["origin"] ?? "") \($0["currency"] ?? "")" }
    #expect(rows.sorted() == ["BGO EUR", "OSL EUR", "OSL NOK"])
  }

  @Test("is refused with the place of its fault, and stands for itself")
  func faults() throws {
    let product = try Product()
    let scratch = try Scratch()
    let feed = try scratch.write(Data(fares.utf8), as: "OSL.csv")
    let wrong = try scratch.write(Data(#"{"name": "x", "feilds": {}}"#.utf8), as: "wrong.json")
    let run = try product.run(["ingest", "--profile", wrong, feed])
    #expect(run.status == 64)
    #expect(run.error.contains("$.feilds: no such member as feilds, did you mean fields?"))
    let both = try product.run(["ingest", "--profile", wrong, "--format", "own", feed])
    #expect(both.status == 64)
    let absent = try product.run(["ingest", "--profile", scratch.file("none.json"), feed])
    #expect(absent.status == 64)
    #expect(absent.error.contains("--profile"))
  }
}
