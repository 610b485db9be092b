import FareModel

/// The table of commands. Each stands in a file of its own.
enum Commands {
  /// Every command, in the order of the help.
  static let all: [Command] = [help, version]
}

extension Commands {
  static let help = Command(
    name: "help",
    summary: "Shows what there is, or how a command is called.",
    parameters: [Parameter("command", .text, "The command to show.")],
    positional: ["command"],
    examples: ["help calendar"]
  ) { invocation throws(CommandFailure) in
    let width = invocation.console.terminal.width
    guard let name = invocation.arguments.text("command") else {
      try invocation.console.write(Help.overview(all, width: width))
      return .done
    }
    guard let command = all.first(where: { $0.name == name }) else {
      throw .argument(
        ArgumentError(
          parameter: "command",
          value: .text(name),
          expected: "one of " + all.map(\.name).joined(separator: ", "),
          nearest: NearestNames.of(name, among: all.map(\.name))
        )
      )
    }
    try invocation.console.write(Help.page(of: command, width: width))
    return .done
  }

  static let version = Command(
    name: "version",
    summary: "Shows which Faregrid this is.",
    examples: ["version"]
  ) { invocation throws(CommandFailure) in
    try invocation.console.write("faregrid \(Version.text)\n")
    return .done
  }
}
