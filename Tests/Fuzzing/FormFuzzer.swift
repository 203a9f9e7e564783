import Bindings
import Forms
import JSONDocument
import Rules
import TestSupport

extension Fuzzer {
  /// Forms: an error has words and a place in the text; a form has fields with different names and what their kinds need. The input is a form, a byte 0
  /// and a text that a person types, which is also read as a date and as a text with each format.
  static let form = Fuzzer(
    name: "form",
    seeds: {
      Seeds.texts(
        #"{"title":"T","class":"Item","fields":["name",{"path":"$author/name","name":"a","kind":"suggestions","needs":["name"]}]}"#
          + "\u{0}next monday 8:30pm",
        #"{"sections":[{"header":"H","footer":"F","visible":"a=1","fields":[{"path":"a","enabled":"b!=null","rules":{"minLength":1},"#
          + #""checks":[{"predicate":"a={b}","message":"m","when":"always"},{"rules":{"format":"email"}}]}]}]}"#
          + "\u{0}31.12.26",
        #"{"fields":[{"path":"p","format":"+7 (###) ###-##-##"},{"path":"q","prefix":"<","suffix":">"}]}"#
          + "\u{0}+7 (912) 345-67-89",
        #"{"checks":[{"predicate":"a>1"}],"submit":{"title":"S?","function":"f"},"fields":[{"kind":"action","function":"g"}]}"#
          + "\u{0}+90m",
        ##"{"fields":[{"path":"a","rules":{"$ref":"#/$defs/n","$defs":{"n":{"enum":[1,null]}}},"default":1,"shown":"#x","label":"b"}]}"##
          + "\u{0}2026-01-31T08:30+01:00")
    }
  ) { input in
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let typed = String(decoding: parts.count > 1 ? parts[1] : [], as: UTF8.self)
    requireDates(typed)
    guard let document = try? JSONDocument(parsing: JSONBytes(Array(parts[0]))) else { return }
    requireAllMistakes(in: document)
    do {
      let form = try FormParser(RuleSource(path: "form.json", document: document)).form()
      let names = form.fields.map { Array($0.name.utf8) }
      require(Set(names).count == names.count, "names of fields are different")
      for field in form.fields {
        require(!field.name.isEmpty, "a field has a name")
        require(field.kind != .action || field.function != nil, "an action has a function")
        require(field.kind != .formatted || field.format != nil, "a formatted field has a format")
        require(field.needs.allSatisfy { names.contains(Array($0.utf8)) }, "a needed field exists")
        guard let format = field.format, let text = format.text(of: typed) else { continue }
        require(format.text(of: text) == text, "a formatted text stays as it is")
      }
    } catch let error as RuleError {
      let place = error.source.position(of: error.json)
      require(place.line >= 1 && place.column >= 1, "an error has a place")
      require(!error.message.isEmpty, "an error has words")
    } catch {
      require(false, "only errors in forms are thrown: \(error)")
    }
  }

  /// A parser that collects mistakes finds some exactly where another one refuses the form.
  private static func requireAllMistakes(in document: JSONDocument) {
    func parser(_ collectsMistakes: Bool) -> FormParser {
      FormParser(RuleSource(path: "form.json", document: document), collectsMistakes: collectsMistakes)
    }
    let isValid = (try? parser(false).form()) != nil
    let all = parser(true)
    let isComplete = (try? all.form()) != nil
    require(isValid == (isComplete && all.mistakes.isEmpty), "all mistakes are found")
  }

  /// A text that is a date in one order of its parts is a number of seconds.
  private static func requireDates(_ typed: String) {
    for order in [DateEntry.Order.dayMonthYear, .monthDayYear, .yearMonthDay] {
      for offset in [-43_200, 0, 50_400] {
        let entry = DateEntry(now: 817_399_800, clockOffset: offset, order: order)
        guard let json = entry.json(typed, former: 100) else { continue }
        require(Double(json) != nil, "a date is a number of seconds: \(json)")
      }
    }
  }
}
