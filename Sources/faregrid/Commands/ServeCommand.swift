import FareModel
import FareServer
import Glibc

extension Commands {
  /// The command that serves the page and the methods over HTTP.
  static func serve(_ makeSession: @escaping SessionMaker) -> Command {
    Command(
      name: "serve",
      summary: "Serves a page to look at, and the methods, over HTTP.",
      parameters: [.listen, .cors, .noKeptAnswers],
      examples: ["serve", "serve --listen 0.0.0.0:8080", "serve --listen [::1]:0 --cors https://example.org"]
    ) { invocation throws(CommandFailure) in
      let console = invocation.console
      let settings = HTTPServer.Settings(
        address: try listenAddress(invocation.arguments),
        allowedOrigin: try allowedOrigin(invocation.arguments),
        version: Version.text
      )
      let signals = StopSignals()
      OpenFiles.allowMost()
      let server: HTTPServer
      do throws(SystemError) {
        let session = makeSession(invocation.arguments.boolean(Parameter.noKeptAnswers.name) != true)
        server = try HTTPServer(settings, answerer: session) { console.say("error: " + ShownText.oneLine($0)) }
      } catch {
        throw .failed("--listen: \(settings.address.text): \(error)")
      }
      console.say("listening on http://\(server.address.text)/")
      signals.wait()
      server.stop()
      return .done
    }
  }

  private static func listenAddress(_ arguments: Arguments) throws(CommandFailure) -> ListenAddress {
    let text = arguments.text(Parameter.listen.name) ?? "127.0.0.1:8080"
    guard let address = ListenAddress(text) else {
      throw .usage(subject: "--listen", "\(ShownText.bounded(text)) is not \(ListenAddress.expected)")
    }
    return address
  }

  private static func allowedOrigin(_ arguments: Arguments) throws(CommandFailure) -> String? {
    guard let origin = arguments.text(Parameter.cors.name) else { return nil }
    // It becomes part of a header.
    let isOrigin = origin == "*" || (origin.contains("://") && origin.utf8.allSatisfy { 0x21...0x7E ~= $0 })
    guard isOrigin else {
      throw .usage(subject: "--cors", "\(ShownText.bounded(origin)) is not an origin, as https://example.org, or *")
    }
    return origin
  }
}

extension Parameter {
  /// Where to listen.
  fileprivate static let listen = Parameter(
    "listen",
    .text,
    "Where to listen (127.0.0.1:8080 by default); port 0 takes any that is free."
  )

  /// Whose pages may read answers.
  fileprivate static let cors = Parameter(
    "cors",
    .text,
    "The origin whose pages may read answers, or * for all; by default only the server's own."
  )
}
