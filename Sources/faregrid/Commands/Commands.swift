import FareModel

/// Makes the commands. Each kind stands in a file of its own.
enum Commands {
  /// The command that explains `others` and itself.
  static func help(_ others: [Command]) -> Command {
    Command(
      name: "help",
      summary: "Shows what there is, or how a command is called.",
      parameters: [Parameter("command", .text, "The command to show.")],
      positional: ["command"],
      examples: ["help", "help " + (others.first?.name ?? "help")]
    ) { invocation throws(CommandFailure) in
      let commands = others + [help(others)]
      let width = invocation.console.terminal.width
      guard let name = invocation.arguments.text("command") else {
        try invocation.console.write(Help.overview(commands, width: width))
        return .done
      }
      guard let command = commands.first(where: { $0.name == name }) else {
        throw .unknown("command", name, among: commands.map(\.name))
      }
      try invocation.console.write(Help.page(of: command, width: width))
      return .done
    }
  }

  /// The command that says which Faregrid this is.
  static let version = Command(
    name: "version",
    summary: "Shows which Faregrid this is.",
    examples: ["version"]
  ) { invocation throws(CommandFailure) in
    try invocation.console.write("faregrid \(Version.text)\n")
    return .done
  }
}
