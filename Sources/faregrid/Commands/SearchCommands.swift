import FareModel
import FareSearch

/// The commands that look at more than one route's calendar.
extension Commands {
  static func search(_ makeSession: @escaping SessionMaker) -> Command {
    question(
      .search,
      makeSession,
      examples: [
        "search BCN MAD 2023-01-23", "search LHR JFK 2026-09-10 2026-09-17 --order cheapest --direct-only",
        "search OSL FCO 2026-09-10 2026-09-17 --combine --departure-after 08:00",
      ]
    ) { session, invocation throws(AnswerFault) in
      let question = try asked(SearchQuestion.init, invocation)
      let answer = try session.answer(question, by: Answerer.search)
      let prices = try session.priceWords(question.fares.locale)
      return SearchView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }

  static func everywhere(_ makeSession: @escaping SessionMaker) -> Command {
    question(
      .everywhere,
      makeSession,
      examples: [
        "everywhere LIS", "everywhere LIS 2026-09 --trip return --nights-min 5 --nights-max 8",
        "everywhere LON --group-by country --max-price-minor 10000",
      ]
    ) { session, invocation throws(AnswerFault) in
      let question = try asked(EverywhereQuestion.init, invocation)
      let answer = try session.answer(question, by: Answerer.everywhere)
      let prices = try session.priceWords(question.terms.locale)
      return EverywhereView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }

  static func matrix(_ makeSession: @escaping SessionMaker) -> Command {
    question(
      .matrix,
      makeSession,
      examples: [
        "matrix LIS PAR 2026-09-10 2026-09-17 --flex-days 2",
        "matrix LIS PAR --from 2026-09-01 --to 2026-09-14 --nights-min 3 --nights-max 7",
      ]
    ) { session, invocation throws(AnswerFault) in
      let question = try asked(MatrixQuestion.init, invocation)
      let answer = try session.answer(question, by: Answerer.matrix)
      let prices = try session.priceWords(question.fares.locale)
      return MatrixView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }

  static func routes(_ makeSession: @escaping SessionMaker) -> Command {
    question(.routes, makeSession, examples: ["routes", "routes LIS"]) { session, invocation throws(AnswerFault) in
      let answer = try session.answer(asked(RoutesQuestion.init, invocation), by: Answerer.routes)
      return RoutesView(answer: answer, terminal: invocation.console.terminal).text()
    }
  }

  static func explain(_ makeSession: @escaping SessionMaker) -> Command {
    question(
      .explain,
      makeSession,
      examples: ["explain BOM JFK 2023-11-08", "explain LIS PAR 2026-09-10 --trip return"]
    ) { session, invocation throws(AnswerFault) in
      let question = try asked(ExplainQuestion.init, invocation)
      let answer = try session.answer(question, by: Answerer.explain)
      let prices = try session.priceWords(question.fares.locale)
      return ExplainView(answer: answer, prices: prices, terminal: invocation.console.terminal).text()
    }
  }
}
