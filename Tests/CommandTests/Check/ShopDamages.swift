/// Every kind of damage that `check` finds if it has definitions.
extension ShopDamage {
  private static let shop = "default.json"
  private static let directory = "directory.json"
  private static let settings = "settings.json"
  private static let groupID = "10A3D6B2-AA05-411A-B271-5945795E8229"
  private static let group = "directory/\(groupID).json"
  private static let iconID = "EC66A787-95E7-41D1-B731-AF10506BF2EF"
  private static let icon = "_image/\(iconID).png"
  private static let note = "_data/119A72D1-74C9-4F6A-8C01-1CDD9474031B.raw"
  private static let firstBook = #"▸{"name":"The Dispossessed""#
  private static let firstBookEnd = #""label":"The Dispossessed","size":74}}"#
  private static let firstBookID = "907A70C3-1012-4037-B64C-E4228C38FB29"

  static let all = properties + values + ids + references + partials + attachments + several

  static let properties = [
    ShopDamage(
      "a property with a default is missing", [.edit(shop, #","copies":3"#, "")],
      [Found("missing-property", "default:books[0]", at: firstBook)],
      repairs: [.edit(shop, firstBookEnd, #""label":"The Dispossessed","size":74},"copies":0}"#)]),
    ShopDamage(
      "an enumeration with a default is missing", [.edit(shop, #","type":"1""#, "")],
      [Found("missing-property", "default:books[1]", at: #"▸{"name":"Solaris""#)],
      repairs: [
        .edit(
          shop, #""comment":"Read \"Summa\" next\nline two"}"#,
          #""comment":"Read \"Summa\" next\nline two","type":"0"}"#)
      ]),
    ShopDamage(
      "a property of a partial's entity is missing", [.edit(group, #","status":"closed""#, "")],
      [Found("missing-property", "directory:groups[0]/group", model: "directory", in: group, at: #"▸{"authors""#)],
      repairs: [.edit(group, ##""color":"#0000FF"}"##, ##""color":"#0000FF","status":"open"}"##)]),
    ShopDamage(
      "a property without a default is missing", [.edit(shop, #""date":462567262.25,"#, "")],
      [Found("missing-property", "default:books[0]", at: firstBook)]),
    ShopDamage(
      "a property that the class does not have",
      [.edit(shop, #","copies":3"#, ",\n  \"copies\":3,\n  \"color\":\"red\"")],
      [Found("unknown-property", "default:books[0]/color", at: #""color":▸"red""#)]),
    ShopDamage(
      "a property of an attachment is missing",
      [.edit(shop, #""template":false,"label":"Solaris","#, #""label":"Solaris","#)],
      [
        Found(
          "missing-property", "default:books[1]/icon",
          at: #"▸{"format":"image\/png","id":"57EE05CD-E009-42C7-BEBF-F20686734721""#)
      ],
      repairs: [.edit(shop, #""label":"Solaris","size":74}"#, #""label":"Solaris","size":74,"template":false}"#)]),
  ]

  /// A value of the first book whose type is not that of its property.
  private static func wrongValue(
    _ name: String, _ property: String, _ old: String, _ new: String, kind: String = "type"
  ) -> ShopDamage {
    ShopDamage(
      name, [.edit(shop, #""\#(property)":\#(old)"#, "\n  \"\(property)\":\(new)")],
      [Found(kind, "default:books[0]/\(property)", at: "\n  \"\(property)\":▸\(new)")])
  }

  static let values = [
    wrongValue("a number for a string", "name", #""The Dispossessed""#, "5"),
    wrongValue("a number for a bool", "marked", "true", "1"),
    wrongValue("a string for a floating-point number", "price", "9.99", #""9.99""#),
    wrongValue("a fraction for an integer", "copies", "3", "3.5"),
    wrongValue("a bool for an integer", "copies", "3", "true"),
    wrongValue("a string for a date", "date", "462567262.25", #""2015-08-29""#),
    wrongValue(
      "a number for the text of an enumeration", "type", #""0","icon":{"format":"image\/png","id":"EC"#,
      #"0,"icon":{"format":"image\/png","id":"EC"#),
    wrongValue("an object for an array", "dates", #"[{"date":600000000}]"#, "{}"),
    wrongValue("null for an integer", "copies", "3", "null", kind: "null"),
    wrongValue("an integer that is too large", "copies", "3", "9223372036854775808", kind: "range"),
    wrongValue("a floating-point number that is too large", "price", "9.99", "1e999", kind: "range"),
    wrongValue(
      "a case that the enumeration does not have", "type", #""0","icon":{"format":"image\/png","id":"EC"#,
      #""7","icon":{"format":"image\/png","id":"EC"#, kind: "enum-value"),
    ShopDamage(
      "a string for an object",
      [.edit(shop, #"{"refKey":"FANTASY","id":"5790F82E-C1D3-4CFF-AA3A-F4D46B0A18E8"}"#, #""FANTASY""#)],
      [Found("type", "default:books[2]/genre", at: #""genre":▸"FANTASY""#)]),
    ShopDamage(
      "a number for an element", [.edit(shop, #"{"date":600000001}"#, "600000001")],
      [Found("type", "default:books[1]/dates[0]", at: #""dates":[▸600000001"#)]),
    ShopDamage(
      "a value in a partial", [.edit(group, #""closed""#, #""ajar""#)],
      [
        Found("enum-value", "directory:groups[0]/group/status", model: "directory", in: group, at: #""status":▸"ajar""#)
      ]),
    ShopDamage(
      "a value of the settings", [.edit(settings, #""protection":true"#, #""protection":"yes""#)],
      [Found("type", "settings:protection", model: "settings", at: #""protection":▸"yes""#)]),
  ]

  static let ids = [
    ShopDamage(
      "an id is missing", [.edit(shop, #""id":"\#(firstBookID)","#, "")],
      [Found("missing-id", "default:books[0]", at: firstBook)],
      repairs: [.edit(shop, firstBookEnd, #""label":"The Dispossessed","size":74},"id":"UUID"}"#)]),
    ShopDamage(
      "an id is empty", [.edit(shop, firstBookID, "")],
      [Found("missing-id", "default:books[0]", at: firstBook)],
      repairs: [.edit(shop, #""The Dispossessed","id":"""#, #""The Dispossessed","id":"UUID""#)]),
    ShopDamage(
      "an id is null", [.edit(shop, #""\#(firstBookID)""#, "null")],
      [Found("missing-id", "default:books[0]", at: firstBook)],
      repairs: [.edit(shop, #""The Dispossessed","id":null"#, #""The Dispossessed","id":"UUID""#)]),
    ShopDamage(
      "an id is missing in a partial", [.edit(group, #","id":"5AFFB229-7631-4992-B0CE-583505C6AF07""#, "")],
      [
        Found(
          "missing-id", "directory:groups[0]/group/authors[0]", model: "directory", in: group,
          at: #"▸{"name":"Guest 0""#)
      ],
      repairs: [.edit(group, #"{"name":"Guest 0"}"#, #"{"name":"Guest 0","id":"UUID"}"#)]),
    ShopDamage(
      "a stand-in has no id, which is its file's name", [.edit(directory, #"{"id":"\#(groupID)","#, "{")],
      [
        Found("missing-id", "directory:groups[0]", model: "directory", at: #"▸{"name":"Group 0""#),
        Found("orphaned-partial", model: "directory", in: group),
      ]),
    ShopDamage(
      "an attachment has no id, which is its file's name", [.edit(shop, #""id":"\#(iconID)","#, "")],
      [
        Found("missing-id", "default:books[0]/icon", at: #""icon":▸{"format":"image\/png","quality""#),
        Found("orphaned-attachment", model: nil, in: icon),
      ]),
    ShopDamage(
      "an attachment has an empty id", [.edit(shop, iconID, "")],
      [
        Found("missing-id", "default:books[0]/icon", at: #""icon":▸{"format":"image\/png","id":"""#),
        Found("orphaned-attachment", model: nil, in: icon),
      ]),
    ShopDamage(
      "an id is there twice in one model",
      [.edit(shop, #""id":"3F98E277-4CBD-47AD-9C90-A9587403E430""#, #""id":"\#(firstBookID)""#)],
      [Found("duplicate-id", "default:books[1]/id", at: #""Solaris","id":▸"\#(firstBookID)""#)]),
    ShopDamage(
      "an id is there in two models", [.edit(directory, "B774EB52-48DB-40AF-B215-8370D269A9A5", firstBookID)],
      [Found("duplicate-id", "directory:authors[0]/id", model: "directory", at: #""id":▸"\#(firstBookID)""#)]),
    ShopDamage(
      "an id is there in a model and a partial", [.edit(group, "5AFFB229-7631-4992-B0CE-583505C6AF07", firstBookID)],
      [
        Found(
          "duplicate-id", "directory:groups[0]/group/authors[0]/id", model: "directory", in: group,
          at: #""id":▸"\#(firstBookID)""#)
      ]),
    ShopDamage(
      "an id is not a string", [.edit(shop, #""FANTASY","name""#, #"5,"name""#)],
      [
        Found("type", "default:genres[0]/id", at: #"{"id":▸5,"#),
        Found("dangling-reference", "default:books[2]/genre/refKey", at: #""refKey":▸"FANTASY""#),
      ]),
  ]

  static let references = [
    ShopDamage(
      "a reference leads nowhere", [.edit(shop, #""refKey":"HORROR""#, #""refKey":"NOWHERE""#)],
      [Found("dangling-reference", "default:books[3]/genre/refKey", at: #""refKey":▸"NOWHERE""#)]),
    ShopDamage(
      "a timeout that the settings do not have", [.edit(settings, #""refKey":"5""#, #""refKey":"7""#)],
      [Found("dangling-reference", "settings:protectionTimeout/refKey", model: "settings", at: #""refKey":▸"7""#)]),
    ShopDamage("a reference is empty", [.edit(shop, #""refKey":"HORROR""#, #""refKey":"""#)], []),
    ShopDamage("a reference is cleared", [.edit(shop, #""refKey":"HORROR","#, "")], []),
    ShopDamage(
      "a reference to an entity of a partial",
      [
        .edit(
          shop, #""refKey":"923A7369-94E3-4F91-9A61-DBE22E44158B""#, #""refKey":"5AFFB229-7631-4992-B0CE-583505C6AF07""#
        )
      ],
      []),
  ]

  static let partials = [
    ShopDamage(
      "a partial is missing", [.remove(group)],
      [Found("missing-partial", "directory:groups[0]", model: "directory", at: #"▸{"id":"\#(groupID)""#)],
      repairs: [
        .write(group, ##"{"id":"UUID","name":"Group 0","color":"#0000FF","status":"open","authors":[]}"##)
      ]),
    ShopDamage(
      "a partial that nothing stands for", [.write("directory/OTHER.json", #"{"id":"OTHERS"}"#)],
      [Found("orphaned-partial", model: "directory", in: "directory/OTHER.json")],
      repairs: [.setAside("directory/OTHER.json")]),
    ShopDamage(
      "a partial of no model", [.write("nobody/OTHER.json", #"{"id":"OTHERS"}"#)],
      [Found("orphaned-partial", model: "nobody", in: "nobody/OTHER.json")],
      repairs: [.setAside("nobody/OTHER.json")]),
    ShopDamage(
      "a shared property differs", [.edit(group, "#0000FF", "#FF0000")],
      [
        Found(
          "partial-differs", "directory:groups[0]/color", model: "directory",
          at: ##""Group 0","color":▸"#0000FF""##)
      ]),
    ShopDamage(
      "a partial is stored in another form", [.convert(group)], [Found("form", model: "directory", in: group)]),
  ]

  static let attachments = [
    ShopDamage(
      "an image is missing", [.remove(icon)],
      [Found("missing-attachment", "default:books[0]/icon", at: #""icon":▸{"format":"image\/png","id":"\#(iconID)""#)]),
    ShopDamage(
      "data are missing", [.remove(note)],
      [Found("missing-attachment", "default:note", at: #""note":▸{"format""#)]),
    ShopDamage(
      "an image that nothing names", [.write("_image/OTHER.png", "nothing")],
      [Found("orphaned-attachment", model: nil, in: "_image/OTHER.png")],
      repairs: [.setAside("_image/OTHER.png")]),
    ShopDamage(
      "data that nothing names", [.write("_data/OTHER.raw", "nothing")],
      [Found("orphaned-attachment", model: nil, in: "_data/OTHER.raw")],
      repairs: [.setAside("_data/OTHER.raw")]),
    ShopDamage(
      "an image of an entity that has another one", [.write("_image/\(iconID).jpeg", "nothing")],
      [Found("orphaned-attachment", model: nil, in: "_image/\(iconID).jpeg")],
      repairs: [.setAside("_image/\(iconID).jpeg")]),
    ShopDamage(
      "an image is larger than its entity says", [.lengthen(icon)],
      [Found("size", "default:books[0]/icon", at: #""icon":▸{"format":"image\/png","id":"\#(iconID)""#)],
      repairs: [.edit(shop, #""label":"The Dispossessed","size":74"#, #""label":"The Dispossessed","size":75"#)]),
    ShopDamage(
      "an image's size is text, so that it is no attachment by its shape",
      [.edit(shop, #""label":"Solaris","size":74"#, #""label":"Solaris","size":"74""#)],
      [Found("type", "default:books[1]/icon/size", at: #""label":"Solaris","size":▸"74""#)]),
    ShopDamage(
      "an image is stored in another form", [.convert(icon)], [Found("form", in: icon)]),
  ]

  static let several = [
    ShopDamage(
      "several at once",
      [
        .edit(shop, #","copies":3"#, ""), .edit(shop, #""price":8.5"#, "\n\"price\":true"), .lengthen(icon),
        .remove(group),
        .write("_data/OTHER.raw", "nothing"), .edit(shop, #","copies":7"#, ""),
      ],
      [
        Found("missing-property", "default:books[0]", at: firstBook),
        Found("missing-property", "default:books[3]", at: #"▸{"name":"Frankenstein""#),
        Found("type", "default:books[1]/price", at: #""price":▸true"#),
        Found("size", "default:books[0]/icon", at: #""icon":▸{"format":"image\/png","id":"\#(iconID)""#),
        Found("missing-partial", "directory:groups[0]", model: "directory", at: #"▸{"id":"\#(groupID)""#),
        Found("orphaned-attachment", model: nil, in: "_data/OTHER.raw"),
      ],
      repairs: [
        .edit(shop, firstBookEnd, #""label":"The Dispossessed","size":75},"copies":0}"#),
        .edit(shop, #""label":"Frankenstein","size":72}}"#, #""label":"Frankenstein","size":72},"copies":0}"#),
        .write(group, ##"{"id":"UUID","name":"Group 0","color":"#0000FF","status":"open","authors":[]}"##),
        .setAside("_data/OTHER.raw"),
      ], left: [Found("type", "default:books[1]/price", at: #""price":▸true"#)])
  ]
}
