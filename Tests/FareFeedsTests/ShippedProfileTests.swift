import FareFeeds
import FareModel
import Foundation
import Testing

@Suite("the profiles of the program")
struct ShippedProfileTests {
  private static let folder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Data/profiles"

  @Test("are all in the binary, each right and under its own name")
  func areCarried() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".json") }
    #expect(files.count >= 5)
    for file in files {
      let profile = try FeedProfile(path: "\(Self.folder)/\(file)")
      #expect("\(profile.name).json" == file)
      #expect(FeedFormat(name: profile.name) == FeedFormat(profile))
    }
    let names = FeedFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test("are recognised by their columns in any order and letters, and by no part of them")
  func areRecognised() throws {
    let header = "PRICE,to,arr_time,stop,time_taken,from,dep_time,num_code,ch_code,airline,date"
    let row = "\"2,476\",Mumbai,00:55,\"1-stop\n\t\tVia IDR\",02h 10m,Delhi,22:45,975,UK,Vistara,01-03-2022"
    let feed = try Feed.read("\(header)\n\(row)\n")
    #expect(feed.format == "easemytrip-raw")
    #expect(feed.column("price") == ["2476.00"])
    #expect(feed.column("stops") == ["1"])
    #expect(feed.column("arrival_day_offset") == ["1"])
    #expect(Feed.refusal("price,to,from,date\n1,Mumbai,Delhi,01-03-2022\n")?.flag == "--format")
    // Named, a file is of the format, and what it lacks is said.
    let named = Feed.refusal("price,to,from\n1,Mumbai,Delhi\n", as: "easemytrip-raw")
    #expect(
      named?.reason == "the header lacks the column date, from which the profile easemytrip-raw takes departure_date"
    )
  }

  @Test("have a page whose worked example comes to what the page says")
  func workedExample() throws {
    let page = try String(contentsOfFile: "\(Self.folder)/README.md", encoding: .utf8)
    let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let profiles = blocks.filter { $0.hasPrefix("json\n") }.map { String($0.dropFirst(5)) }
    let table = try #require(blocks.first { $0.contains("stored as") })
    let feed = try Feed.read(String(try #require(blocks.first).dropFirst()), profile: profiles.last) { context in
      context.path = "looks/20260801-0630_OSL.csv"
    }
    #expect(feed.rejected.isEmpty)
    var told = 0
    for line in table.split(separator: "\n").drop(while: { !$0.hasPrefix("stored as") }).dropFirst() {
      // A column of the table is 22 characters wide, behind one of 20.
      let cells = [20..<42, 42..<64, 64..<86].map { range in
        String(line.dropFirst(range.lowerBound).prefix(range.count)).trimmingCharacters(in: .whitespaces)
      }
      let name = String(line.prefix { !$0.isWhitespace })
      #expect(feed.rows.map { $0[name] ?? "" } == cells, "\(name)")
      told += 1
    }
    #expect(told == Set(feed.rows.flatMap(\.keys)).count)
    // The first step of the example lacks the origin.
    #expect(Feed.refusal("Nach;Hinflug;Preis\n", profile: profiles.first)?.flag == "--origin")
  }
}
