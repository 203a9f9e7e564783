/// Swift files of several styles, each with classes of models.
enum Corpus {
  static let sources = [bookshop, uiKit, modern, strings, conditions, values]

  static let bookshop = ##"""
    import Foundation
    import OKit

    /// The shop.
    @objc(Shop)
    @objcMembers
    open class Shop : ModelEncrypted, Codable {

        public var id: String!
        public var books: [Book] = [] { didSet { invalidate("books") } }
        public var authors = [String: Author]()
        public var genres: Set<String> = ["FANTASY", "CRIME"]
        public var genre = ModelRef()
        lazy private var formatter: NumberFormatter = {
            let formatter = NumberFormatter()
            formatter.numberStyle = .currency
            return formatter
        }()

        @objc public var total: Double {
            return books.reduce(0.0) { $0 + $1.price * Double($1.copies) / 2 }
        }

        private enum CodingKeys: String, CodingKey {
            case id, books
            case authors = "writers", genres, genre
        }

        public required init() { super.init() }

        deinit { NotificationCenter.default.removeObserver(self) }

        subscript(index: Int) -> Book { get { return books[index] } set { books[index] = newValue } }
    }

    @objc(Book)
    public class Book: ModelEntity, Codable {
        var id: String!
        var name: String = "" // okit: was title
        var price = 9.99, copies: Int = 0
        var published: Date? = nil
        var kind: Kind = .paperback
        var cover: ModelImage! = ModelImage()
        let created = Date()
        enum Kind: String, Codable, CaseIterable { case paperback, hardcover = "hard cover" }
        static func < (lhs: Book, rhs: Book) -> Bool { return lhs.name < rhs.name }
    }

    extension Shop {
        class Author: ModelEntity, Codable { var id: String!; var name = "" }
    }

    class GroupPartial: ModelPartial, Codable {
        var id: String!
        var name: String = ""
        var group: Group { return retrieve(Group.self)! }
    }
    class Group: ModelEntity, Codable { var id: String!; var date: Date }
    """##

  static let uiKit = ##"""
    import UIKit
    import class OKit.Model

    @UIApplicationMain
    class AppDelegate: UIResponder, UIApplicationDelegate {
        var window: UIWindow?
        let (left, right) = (1, 2)

        func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions:
            [UIApplication.LaunchOptionsKey: Any]?) -> Bool {
            Model.register(Shop.self)
            _ = Model.register(Directory.self, name: "directory")
            guard case .some(let x) = window, x.frame.width < 5 && x.frame.height > 3 else { return false }
            switch x { case let view where view.tag == 1: break; default: fallthrough }
            label.text = "\(x.frame.width, specifier: "%.\(digits)f") \("nested \(a["}"] ?? ")")")"
            let pattern = /[0-9]+(\/)"/
            return a / b / c > 0
        }
    }

    infix operator <~>: AdditionPrecedence
    precedencegroup Foo { higherThan: AdditionPrecedence }
    func <~> <T: Comparable>(left: T, right: T) -> T where T: Hashable { left < right ? left : right }
    protocol Shape: AnyObject { associatedtype Unit; var area: Double { get }; func draw() }
    class Shop: Model, Codable { var name = "Shop" }
    class Directory: Model { var groups: [ModelRef]! }
    """##

  static let modern = ##"""
    import SwiftUI
    @Observable @MainActor final class Store { private(set) var items: [Item] = [] ; struct Item: Identifiable { let id = UUID() } }
    struct ContentView: View {
      @State private var text = ""
      @Environment(\.colorScheme) var scheme
      var body: some View {
        VStack { ForEach(items) { item in Text("\(item.name)") }.padding() }
          .onAppear { Task { await load() } }
      }
    }
    #Preview("Name") { ContentView() }
    actor Cache<Key: Hashable & Sendable, each Value> { var map: [Key: Int] = [:] }
    @freestanding(expression) macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "M", type: "S")
    nonisolated(unsafe) var global: (any Entity)? = nil
    func pick<T>(_ value: T) async throws(Failure) -> sending T where T: ~Copyable { if #available(iOS 17, *) {} ; return value }
    final class Note: ModelEntity, Codable, @unchecked Sendable {
      var `default`: Bool = true
      private(set) var text: String = #"raw "quoted" \#(1)"#
      nonisolated(unsafe) var handler: (@Sendable (Int) -> Void)?
      var map: Dictionary<String, Array<Int>> = ["a": [1, 2], "b": []]
      #warning("later")
      @available(iOS, deprecated: 15, message: "no")
      var old: Int? { willSet { print(newValue as Any) } }
      convenience init?<S>(from string: S) where S: StringProtocol { self.init() }
    }
    """##

  static let strings = ##"""
    class Texts: ModelEntity, Codable {
      var a = "a\"}\u{1F600}\\"
      var b = #"\"#
      var c = ##"a"#b"##
      var d = """
        "quoted" {
          indented \
        joined
        """
      var e = #"""
        \(not) """ x
        """#
      var f = "\(a.map { "\($0)" }.joined(separator: ")"))"
      var g: Regex = /a(b[/]*)\//
      var h: Regex = #/"{/#
      var i = "/* no comment // \(/* comment ) */ 1)"
      var j: String = """
        \("""
        inner } \("x")
        """)
        """
    }
    """##

  static let conditions = ##"""
    #if canImport(UIKit) && !targetEnvironment(macCatalyst)
    import UIKit
    #elseif os(macOS) || (os(Linux) && swift(>=5.5))
    import AppKit
    #endif
    class Setup: ModelSettings {
      #if DEBUG // {
      var debug = true {
      #else
      var release = true
      #endif
      func f() {
        view
        #if os(iOS)
          .padding(1)
        #endif
      }
    }
    """##

  static let values = """
    \u{FEFF}typealias Names = [String]\r
    struct Point : Codable , Equatable { var x : Double = 0 , y = -1e-3 }\r
    class Base:ModelEntity,Codable{var id:String!;var at:Point?;var names:Names=["a",]}\r
    class Derived:Base{\r
      let level:Int8 = -0x1_0\r
      var grid:[[Double?]]=[[1,nil],[]] , any = Set<Int>([1])\r
      required init(from decoder:Decoder)throws{try super.init(from:decoder)}\r
      override func encode(to encoder:Encoder)throws{}\r
    }\r
    enum Size:Int,Codable{case small=1,large}
    """
}
