import FareModel
import Support
import Testing

@Suite("money")
struct MoneyTests {
  @Test(
    "is read and printed with the decimals of its currency (B14)",
    arguments: [
      ("500", 0, 500, "500"), ("12.345", 3, 12_345, "12.345"), ("12.34", 2, 1234, "12.34"), ("10.5", 2, 1050, "10.50"),
      ("0.05", 2, 5, "0.05"), ("0", 2, 0, "0.00"), ("1.000", 3, 1000, "1.000"),
    ]
  )
  func roundTrip(text: String, exponent: Int, minor: Int, printed: String) {
    #expect(minorUnits(text, exponent: exponent) == Int64(minor))
    #expect(Money.decimal(Int64(minor), exponent: exponent) == printed)
  }

  @Test(
    "is refused when it has too many decimals, or is no plain decimal number (B14)",
    arguments: [
      ("500.50", 0), ("12.345", 2), ("-5", 2), ("+5", 2), ("1e3", 2), ("0x10", 2), ("nan", 2), ("inf", 2), ("", 2),
      (".5", 2), ("5.", 2), ("1.2.3", 2), ("1,5", 2), (" 5", 2), ("5 ", 2), ("٥", 2),
    ]
  )
  func refused(text: String, exponent: Int) {
    #expect(minorUnits(text, exponent: exponent) == nil)
  }

  @Test("is refused beyond the greatest price, without overflowing")
  func limit() {
    #expect(minorUnits("10000000000.00", exponent: 2) == Limits.greatestPriceMinor)
    #expect(minorUnits("10000000000.01", exponent: 2) == nil)
    #expect(minorUnits(String(repeating: "9", count: 60), exponent: 2) == nil)
    #expect(minorUnits("9223372036854775807", exponent: 3) == nil)
  }

  @Test("quarters of a minor unit are printed exactly")
  func quarters() {
    #expect(Money.decimal(quarters: 298_325, exponent: 2) == "745.8125")
    #expect(Money.decimal(quarters: 4 * 56_997, exponent: 2) == "569.97")
    #expect(Money.decimal(quarters: 2, exponent: 2) == "0.005")
    #expect(Money.decimal(quarters: 402, exponent: 0) == "100.5")
    #expect(Money.decimal(quarters: 400, exponent: 0) == "100")
  }

  @Test("what is printed is read back, whatever the amount")
  func readBack() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      let minor = Int64.random(in: 0...Limits.greatestPriceMinor, using: &generator)
      let exponent = Int.random(in: 0...4, using: &generator)
      #expect(minorUnits(Money.decimal(minor, exponent: exponent), exponent: exponent) == minor)
    }
    #expect(Money.decimal(.min, exponent: 2) == "-92233720368547758.08")
  }
}
