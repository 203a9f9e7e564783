import Foundation
import TestSupport
import Testing

/// Tasks of people who write scripts. Each takes one line of okit. jq does the same with the plain data, as far as it can.
@Suite struct TaskTests {
  struct Task: CustomTestStringConvertible {
    let name: String
    /// A line of a shell.
    let okit: String
    /// The filter that prints the same answer, or makes the same data.
    let jq: String
    /// True if the line changes the data.
    var isEdit = false

    var testDescription: String { name }
  }

  static let questions = [
    Task(
      name: "count with a condition", okit: "okit get 'books[copies=0].@count'",
      jq: "[.books[]|select(.copies==0)]|length"),
    Task(
      name: "filter by two properties",
      okit: "okit get --json 'books[price>9 && kind=hardcover]/id'",
      jq: #"[.books[]|select(.price>9 and .kind=="1")|.id]"#),
    Task(
      name: "top three", okit: "okit list books --sort-desc price --sort id --limit 3 -c id --json",
      jq: ".books|sort_by(-.price,.id)|.[:3]|map({id})"),
    Task(
      name: "distinct values", okit: "okit query 'SELECT DISTINCT name FROM Book ORDER BY name' --json",
      jq: "[.books[].name]|unique|map({name:.})"),
    Task(
      name: "sums of groups",
      okit: "okit query 'SELECT kind, sum(copies) AS copies FROM Book GROUP BY kind ORDER BY kind' --json",
      jq: ".books|group_by(.kind)|map({kind:.[0].kind,copies:(map(.copies)|add)})"),
    Task(
      name: "join over a reference",
      okit: """
        okit query 'SELECT b.id, a.name FROM Book b LEFT JOIN Author a ON a.id = b.author ORDER BY b.position' --json
        """,
      jq: ".authors as $a|.books|map(.author.refKey as $k|{id,name:([$a[]|select(.id==$k)|.name]|first)})"),
    Task(
      name: "books of each author",
      okit: """
        okit query 'SELECT a.id, count(b.id) AS n FROM Author a LEFT JOIN Book b ON b.author = a.id GROUP BY a.id ORDER BY a.id' --json
        """,
      jq: ".books as $b|.authors|map(.id as $i|{id,n:([$b[]|select(.author.refKey==$i)]|length)})|sort_by(.id)"),
    Task(
      name: "missing references",
      okit: "okit query 'SELECT id FROM Book WHERE author NOT IN (SELECT id FROM Author) ORDER BY position' --json",
      jq: #"[.authors[].id] as $ids|.books|map(.author.refKey as $k|select($k!="" and ($ids|index($k))==null)|{id})"#),
    Task(
      name: "duplicates by name",
      okit: "okit query 'SELECT name, count(*) AS n FROM Book GROUP BY name HAVING n > 1 ORDER BY name' --json",
      jq: ".books|group_by(.name)|map(select(length>1)|{name:.[0].name,n:length})"),
    Task(
      name: "a range of dates",
      okit: "okit list books --where 'added>=2020-06-01 && added<2021-06-01' -c id --json",
      jq: ".books|map(select(.added>=612662400 and .added<644198400)|{id})"),
    Task(
      name: "a nested value", okit: "okit list books --where 'stock/shelf=S1' -c id -c 'row=stock/row' --json",
      jq: #".books|map(select(.stock.shelf=="S1")|{id,row:.stock.row})"#),
    Task(
      name: "elements of arrays",
      okit: """
        okit query "SELECT b.id FROM Book b, json_each(b.tags) t WHERE t.value = 't1' ORDER BY b.position" --json
        """,
      jq: #".books|map(select(.tags|index("t1"))|{id})"#),
    Task(
      name: "text without regard to case", okit: "okit search --class Book --property name dune --count",
      jq: #"[.books[]|select(.name|test("dune";"i"))]|length"#),
    Task(
      name: "tab-separated values", okit: "okit list books -c id -c name -c copies -c comment --tsv | tail -n +2",
      jq: ".books[]|[.id,.name,.copies,.comment]|@tsv"),
    Task(
      name: "a running rank",
      okit: "okit query 'SELECT id, rank() OVER (ORDER BY copies DESC) AS r FROM Book ORDER BY position' --json",
      jq: ".books as $b|$b|map(.copies as $c|{id,r:([$b[]|select(.copies>$c)]|length+1)})"),
  ]

  static let edits = [
    Task(
      name: "a bulk edit", okit: "okit set --all 'books[kind=audio]/price' 20",
      jq: #".books|=map(if .kind=="2" then .price=20 else . end)"#),
    Task(
      name: "a computed bulk edit",
      okit:
        "okit query \"SELECT path || '/copies' AS path, copies + 1 AS value FROM Book\" --lines | okit set --from -",
      jq: ".books|=map(.copies+=1)"),
    Task(
      name: "a default for missing values", okit: "okit set --all 'books[comment=null]/comment' none",
      jq: #".books|=map(if .comment==null then .comment="none" else . end)"#),
    Task(
      name: "removal by a condition", okit: "okit remove --all 'books[copies<2]' --yes",
      jq: ".books|=map(select(.copies>=2))"),
    Task(
      name: "one reference instead of another", okit: "okit set --all 'books[author=A1]/author/refKey' A2",
      jq: #".books|=map(if .author.refKey=="A1" then .author.refKey="A2" else . end)"#),
    Task(
      name: "the last one first", okit: "okit move 'books[-1]' 'books[0]'", jq: ".books|=[.[-1]]+.[:-1]"),
    Task(
      name: "upsert from CSV",
      okit: #"printf 'id,name\nA1,Renamed\nA99,New\n' | okit import - --into authors --key id"#,
      jq: #".authors|=map(if .id=="A1" then .name="Renamed" else . end)+[{id:"A99",name:"New"}]"#),
    Task(
      name: "CSV out and in again",
      okit: "okit list books -c id -c name -c price --csv | sed '2,$s/,12$/,13/' | okit import - --into books --key id",
      jq: ".books|=map(if .price==12 then .price=13 else . end)"),
    Task(
      name: "references found by a name",
      okit: #"printf 'id,author\nB0,Author 3\n' | okit import - --into books --key id --match author=name"#,
      jq: #".books[0].author.refKey="A3""#),
    Task(
      name: "prices from JSON lines",
      okit: """
        okit query 'SELECT id, price + 1 AS price FROM Book' --lines | okit import - --into books --key id
        """,
      jq: ".books|=map(.price+=1)"),
  ]

  private func run(_ task: Task, _ store: Store, _ options: String = "") throws -> Output {
    try store.machine.shell("okit() { \"$okit\" \"$@\"\(options); }; " + task.okit, in: store.root)
  }

  @Test(arguments: questions, Store.Form.readable)
  func aQuestionHasJqsAnswer(_ task: Task, _ form: Store.Form) throws {
    let store = try Store(form)
    // jq gives numbers one notation. Other lines stay as they are.
    let options = form.options.isEmpty ? "" : " \(form.options.joined(separator: " ")) "
    let raw = try run(task, store, options).bytes
    let isJSON = !task.okit.contains("--tsv")
    let answer =
      isJSON ? try store.machine.run("jq", "-Sc", ".", input: raw).text : String(decoding: raw, as: UTF8.self)
    let expected = try store.machine.run("jq", isJSON ? "-Sc" : "-r", task.jq, store.json).text
    #expect(answer == expected)
    #expect(expected != "[]\n" && expected != "")
  }

  @Test(arguments: edits, Store.Form.present)
  func anEditMakesJqsData(_ task: Task, _ form: Store.Form) throws {
    let store = try Store(form)
    _ = try run(task, store)
    let data = try store.okit("get", ".").bytes
    let own = try store.machine.run("jq", "-S", ".", input: data).text
    #expect(try own == store.machine.run("jq", "-S", task.jq, store.json).text)
    #expect(try own != store.machine.run("jq", "-S", ".", store.json).text)
    try store.okit("undo")
    #expect(
      try store.machine.run("jq", "-S", ".", input: store.okit("get", ".").bytes).text
        == store.machine.run("jq", "-S", ".", store.json).text)
  }
}
