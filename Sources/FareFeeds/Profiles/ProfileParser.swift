import FareAtlas
import FareModel

/// Reads the JSON of a profile.
struct ProfileParser {
  private var layout = FeedProfile.Layout()
  private var missing: [String] = []
  private var numbers = NumberFormat()
  private var months = DatePattern.englishMonths
  private var zone: TimeZoneRules?
  private var tables: [String: NameTable] = [:]
  private var captures: [String] = []

  private static let members = [
    "name", "about", "recognised_by", "separator", "path", "missing", "numbers", "months", "zone", "tables", "fields",
  ]

  mutating func parse(_ root: ProfileNode) throws(ProfileError) -> (name: String, FeedProfile.Layout) {
    let members = try root.members(among: Self.members)
    guard let name = members["name"] else { throw root.error("name is missing") }
    guard let fields = members["fields"] else { throw root.error("fields is missing") }
    _ = try members["about"]?.text()
    layout.recognisedBy = try members["recognised_by"]?.texts().map { $0.lowercased() } ?? []
    if let node = members["separator"] { layout.separator = try Self.separator(node) }
    if let node = members["path"] {
      let pattern = try PathPattern(node)
      layout.path = pattern
      captures = pattern.names
    }
    missing = try members["missing"]?.texts() ?? []
    if let node = members["numbers"] { numbers = try Self.numbers(node) }
    if let node = members["months"] { months = try Self.months(node) }
    zone = try members["zone"].map(Self.zone)
    for (name, value) in try members["tables"]?.members() ?? [] { tables[name] = try Self.table(name, value) }
    layout.fields = try self.fields(fields)
    return (try Self.name(name), layout)
  }

  private static func name(_ node: ProfileNode) throws(ProfileError) -> String {
    let name = try node.text()
    let isPlain = name.utf8.allSatisfy { FieldText.isLetter($0) || FieldText.isDigit($0) || $0 == UInt8(ascii: "-") }
    guard isPlain else { throw node.error("is no name: expected ASCII letters, digits and -") }
    return name
  }

  private static func separator(_ node: ProfileNode) throws(ProfileError) -> UInt8 {
    let text = try node.text()
    guard text.utf8.count == 1, let byte = text.utf8.first, ",;|\t".utf8.contains(byte) else {
      throw node.error("is no separator of fields: expected a comma, a semicolon, | or a tab")
    }
    return byte
  }

  private static func months(_ node: ProfileNode) throws(ProfileError) -> [String] {
    let names = try node.texts()
    guard names.count == 12 else { throw node.error("has \(names.count) names, expected the 12 of the months") }
    return names
  }

  private static func zone(_ node: ProfileNode) throws(ProfileError) -> TimeZoneRules {
    let name = try node.text()
    guard let zone = ZoneLibrary.system.zone(name) else {
      throw node.error("no such time zone as \(name); expected a name such as Europe/Lisbon or UTC")
    }
    return zone
  }

  private static func numbers(_ node: ProfileNode) throws(ProfileError) -> NumberFormat {
    let members = try node.members(among: ["decimal", "thousands", "prefix", "suffix"])
    var format = NumberFormat()
    if let node = members["decimal"] { format.decimal = Array(try node.text().utf8) }
    format.thousands = try members["thousands"]?.texts().map { Array($0.utf8) } ?? []
    format.prefix = try members["prefix"].map { node throws(ProfileError) in Array(try node.text().utf8) } ?? []
    format.suffix = try members["suffix"].map { node throws(ProfileError) in Array(try node.text().utf8) } ?? []
    if format.thousands.contains(format.decimal) { throw node.error("decimal and thousands are the same") }
    if (format.thousands + [format.decimal]).joined().contains(where: FieldText.isDigit) {
      throw node.error("a digit separates nothing")
    }
    return format
  }

  private static func table(_ name: String, _ node: ProfileNode) throws(ProfileError) -> NameTable {
    var table = NameTable(name: name)
    for (name, meaning) in try node.members() {
      guard !name.isEmpty else { throw meaning.error("has no name: an empty field is missing anyway") }
      table.add(name, meaning.isNull ? nil : try meaning.text())
    }
    return table
  }
}

extension ProfileParser {
  private func fields(_ node: ProfileNode) throws(ProfileError) -> [ProfileField] {
    let given = try node.members(among: ProfileTarget.all.map(\.name))
    var fields: [ProfileField] = []
    for target in ProfileTarget.all {
      guard let value = given[target.name] else { continue }
      fields.append(ProfileField(target: target, recipes: try recipes(value, for: target)))
    }
    for column in OwnFormat.columns where column.isRequired && column.flag == nil && given[column.rawValue] == nil {
      throw node.error("\(column.rawValue) is missing, and no flag gives it")
    }
    return fields
  }

  private func recipes(_ node: ProfileNode, for target: ProfileTarget) throws(ProfileError) -> [ProfileRecipe] {
    guard !node.isText, let list = try node.members().first(where: { $0.name == "first_of" }) else {
      return [try recipe(node, for: target)]
    }
    _ = try node.members(among: ["first_of"])
    var recipes: [ProfileRecipe] = []
    for element in try list.value.elements() { recipes.append(try recipe(element, for: target)) }
    guard !recipes.isEmpty else { throw list.value.error("is an empty list") }
    return recipes
  }

  private func recipe(_ node: ProfileNode, for target: ProfileTarget) throws(ProfileError) -> ProfileRecipe {
    let sources = ["column", "text", "constant", "path"]
    let names = sources + ["first_of", "missing", "split", "take", "table", "otherwise"] + target.options
    // A text alone is the name of a column.
    let members = node.isText ? ["column": node] : try node.members(among: names)
    let given = sources.compactMap { name in members[name].map { (name, $0) } }
    guard let (kind, value) = given.first, given.count == 1 else {
      throw node.error("has \(given.count) sources: expected one of \(Parameter.alternatives(sources))")
    }
    var recipe = ProfileRecipe(source: try source(kind, value))
    recipe.missing = WordSet(missing + (try members["missing"]?.texts() ?? []))
    try readItems(members, target, node, into: &recipe)
    recipe.reading = try reading(members, target, node)
    return recipe
  }

  private func source(_ kind: String, _ node: ProfileNode) throws(ProfileError) -> ProfileRecipe.Source {
    let text = try node.text()
    switch kind {
    case "column": return .column(text)
    case "text": return .text(try BracedText.parts(text, node))
    case "constant": return .constant(text)
    default:
      guard captures.contains(text) else { throw node.unknown("name in $.path", text, among: captures) }
      return .path(text)
    }
  }

  private func readItems(
    _ members: [String: ProfileNode],
    _ target: ProfileTarget,
    _ node: ProfileNode,
    into recipe: inout ProfileRecipe
  ) throws(ProfileError) {
    if let split = members["split"] { recipe.separator = Array(try split.text().utf8) }
    recipe.take = target.kind == .list ? .all : .first
    if let take = members["take"] {
      guard members["split"] != nil else { throw take.error("there is no split whose items it could take") }
      recipe.take = try take.choice("take", ProfileRecipe.Take.self)
      if recipe.take.isList, target.kind != .list {
        throw take.error("\(target.name) is one value, and \(recipe.take.rawValue) may be several")
      }
    }
    if let table = members["table"] {
      let name = try table.text()
      guard let known = tables[name] else {
        throw table.unknown("table in $.tables", name, among: tables.keys.sorted())
      }
      recipe.table = known
    }
    if let otherwise = members["otherwise"] {
      guard members["table"] != nil else { throw otherwise.error("there is no table whose names could lack one") }
      recipe.otherwise = try otherwise.choice("otherwise", ProfileRecipe.Otherwise.self)
    }
  }

  private func reading(
    _ members: [String: ProfileNode],
    _ target: ProfileTarget,
    _ node: ProfileNode
  ) throws(ProfileError) -> ProfileRecipe.Reading {
    switch target.kind {
    case .plain, .list: return .plain
    case .duration:
      return .duration(try members["format"]?.choice("format of durations", DurationFormat.self) ?? .minutes)
    case .price:
      return .price(
        ProfileRecipe.PriceFormat(
          numbers: try members["numbers"].map(Self.numbers) ?? numbers,
          unpriced: WordSet(try members["unpriced"]?.texts() ?? []),
          soldOut: WordSet(try members["sold_out"]?.texts() ?? [])
        )
      )
    case .date:
      let isCounted = target == .arrivalDate || target == .returnArrivalDate
      let patterns = try members["format"].map { format throws(ProfileError) in
        try self.patterns(format, "a date") { $0.hasDay && ($0.hasYear || isCounted) }
      }
      return .date(patterns ?? [.iso8601Day], try shift(members))
    case .time:
      guard let format = members["format"] else { return .plain }
      return .time(try patterns(format, "a time", \.hasTime))
    case .instant:
      return try instant(members, node)
    }
  }

  private func shift(_ members: [String: ProfileNode]) throws(ProfileError) -> ProfileRecipe.Shift? {
    if let plus = members["plus_days"] {
      if members["minus_days"] != nil { throw plus.error("stands beside minus_days, expected one of them") }
      return ProfileRecipe.Shift(column: try plus.text(), sign: 1)
    }
    return try members["minus_days"].map { node throws(ProfileError) in
      ProfileRecipe.Shift(column: try node.text(), sign: -1)
    }
  }

  private func instant(
    _ members: [String: ProfileNode],
    _ node: ProfileNode
  ) throws(ProfileError) -> ProfileRecipe.Reading {
    let own = try members["zone"].map(Self.zone)
    guard let format = members["format"] else {
      if let zone = members["zone"] { throw zone.error("is of no use without a format: instants have their offset") }
      return .plain
    }
    if format.isText, let perSecond = ["unix_seconds": 1, "unix_milliseconds": 1000][try format.text()] {
      return .epoch(perSecond: perSecond)
    }
    let patterns = try patterns(format, "a date", \.hasDay)
    guard patterns.allSatisfy(\.hasYear) else { throw format.error("has no year") }
    let zone = own ?? zone
    if zone == nil, !patterns.allSatisfy(\.hasOffset) {
      throw node.error("zone is missing, and the format has no offset (Z)")
    }
    return .instant(patterns, zone)
  }

  /// The patterns of a format, one of which at least must tell what is wanted.
  private func patterns(
    _ node: ProfileNode,
    _ what: String,
    _ tells: (DatePattern) -> Bool
  ) throws(ProfileError) -> [DatePattern] {
    var patterns: [DatePattern] = []
    for element in node.isText ? [node] : try node.elements() {
      patterns.append(try DatePattern(element, months: months))
    }
    guard patterns.contains(where: tells) else { throw node.error("does not tell \(what)") }
    return patterns
  }
}
