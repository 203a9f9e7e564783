import Foundation
import TestSupport
import WorkspaceTestSupport

@testable import OKitStorage

/// Changes of the structure of data.
extension MigrationCase {
  private static let source = SampleShop.bookClasses()
  private static let files = SampleShop.bookFiles()
  private static let shop = files["shop.json"]!
  private static let inModel = source.replacing("[GroupPartial]", with: "[Group]")
  private static let standIns =
    "\(SampleShop.standIn("G1", "\(SampleShop.secret) one")),\(SampleShop.standIn("G2", "two"))"
  private static let newStandIns = standIns.replacing("G", with: "N")
  // Moved values are written again without white space; numbers and the order of keys stay.
  private static let group = files["shop/G1.json"]!.replacing("[ 1.0 , 2e1 ]", with: "[1.0,2e1]")
  private static let entities = "\(group),\(files["shop/G2.json"]!)"
  private static let shopOfEntities = shop.replacing(standIns, with: entities)
  private static let withoutPartials = files.merging(["shop.json": shopOfEntities]) { $1 }
    .filter { !$0.key.hasPrefix("shop/") }

  private static let base64 = Data(SampleShop.image).base64EncodedString()
  private static let inlineLogo = SampleAttachment.json(
    "LOGO", "image\\/png", size: SampleShop.image.count, more: ",\"data\":\"\(base64)\"")
  private static let inlined = source.replacing("ModelImage?", with: "ModelInlineImage?")
  private static let shopOfLogo = shop.replacing(SampleShop.logoJSON, with: inlineLogo)

  private static let named = source.replacing(#"name: "shop""#, with: #"name: "store""#)
  private static let moved: [String: String] = [
    "store.json": shop, "store/G1.json": files["shop/G1.json"]!, "store/G2.json": files["shop/G2.json"]!,
  ]
  private static let published = source.replacing("Book", with: "Publication")

  private static func changed(
    _ name: String, _ old: String, _ new: String, _ before: [String: String], _ after: [String: String],
    gone: [String] = [], steps: [String] = [], renames: [String] = [], losses: [String] = [],
    _ changes: String...
  ) -> MigrationCase {
    MigrationCase(
      name: name, old: old, new: new, steps: steps, renames: renames, losses: losses, before: before, after: after,
      gone: gone,
      changes: changes)
  }

  private static let extracted: [String: String] = [
    "shop.json": shop.replacing(standIns, with: newStandIns), "shop/N1.json": group,
    "shop/N2.json": files["shop/G2.json"]!,
  ]
  private static let partials = ["shop/G1.json", "shop/G2.json"]

  static let structure = [
    changed(
      "entities move into partials", inModel, source, withoutPartials, extracted,
      "extracted Shop.groups -> GroupPartial: 2"),
    changed(
      "entities move into partials by a step", inModel, source, withoutPartials, extracted,
      steps: [#"{"extract":"Shop.groups","keep":["name"]}"#], "extracted Shop.groups -> GroupPartial: 2"),
    changed(
      "entities move out of partials", source, inModel, files, ["shop.json": shopOfEntities], gone: partials,
      "inlined Shop.groups -> Group: 2"),
    changed(
      "entities move out of partials by a step", source, inModel, files, ["shop.json": shopOfEntities], gone: partials,
      steps: [#"{"inline":"Shop.groups"}"#], "inlined Shop.groups -> Group: 2"),
    changed(
      "attachments move into the model", source, inlined, files, ["shop.json": shopOfLogo], gone: ["_image/LOGO.png"],
      "attachments-inlined Shop.logo -> ModelInlineImage: 1"),
    changed(
      "attachments get files of their own", inlined, source,
      files.merging(["shop.json": shopOfLogo]) { $1 }.filter { $0.key != "_image/LOGO.png" },
      ["shop.json": shop, "_image/LOGO.png": files["_image/LOGO.png"]!],
      "attachments-separated Shop.logo -> ModelImage: 1"),
    changed(
      "an attachment is removed", source, source.replacing("; var sound: ModelData?", with: ""), files,
      ["shop.json": shop.replacing(",\"sound\":\(SampleShop.soundJSON)", with: "")], gone: ["_data/SOUND.raw"],
      losses: ["Shop.sound"], "removed Shop.sound: 1, 1 lost: an object"),
    changed(
      "an attachment is removed by a step", source, source.replacing("; var sound: ModelData?", with: ""), files,
      ["shop.json": shop.replacing(",\"sound\":\(SampleShop.soundJSON)", with: "")], gone: ["_data/SOUND.raw"],
      steps: [#"{"remove":"Shop.sound"}"#], "removed Shop.sound: 1, 1 lost: an object"),
    changed(
      "entities in partials are removed", source, source.replacing("; var groups: [GroupPartial] = []", with: ""),
      files,
      ["shop.json": shop.replacing(",\"groups\":[\(standIns)]", with: "")], gone: partials, losses: ["Shop.groups"],
      "removed Shop.groups: 1, 1 lost: an array"),
    changed(
      "one object becomes the only one of an array, in a partial", source,
      source.replacing("var best: Book?", with: "var best: [Book]?"), files,
      [
        "shop/G1.json": group.replacing("\"best\":{", with: "\"best\":[{").replacing("}}", with: "}]}")
      ],
      "type-changed Group.best -> Book? -> [Book]: 1"),
    changed(
      "attachments get another name and move into the model", source,
      inlined.replacing("var logo:", with: "var sign:"), files,
      ["shop.json": shopOfLogo.replacing("\"logo\":", with: "\"sign\":")], gone: ["_image/LOGO.png"],
      renames: ["Shop.logo=sign"], "attachments-inlined Shop.logo -> ModelInlineImage: 1",
      "renamed Shop.logo -> sign: 1"),
    changed(
      "entities get another name and move into partials", inModel, source.replacing("var groups:", with: "var clubs:"),
      withoutPartials,
      extracted.mapValues { $0.replacing("\"groups\":", with: "\"clubs\":") }, renames: ["Shop.groups=clubs"],
      "extracted Shop.groups -> GroupPartial: 2", "renamed Shop.groups -> clubs: 1"),
    changed(
      "attachments of a class of the app move into the model",
      source.replacing("logo: ModelImage?", with: "logo: Icon?")
        + "class Icon: ModelImage {}",
      source.replacing("logo: ModelImage?", with: "logo: Icon?")
        + "class Icon: ModelInlineImage {}", files, ["shop.json": shopOfLogo], gone: ["_image/LOGO.png"],
      "attachments-inlined Shop.logo -> Icon: 1"),
    changed("a class is renamed", source, published, files, [:], "class-renamed Book -> Publication: 4"),
    changed(
      "a class is renamed by a step", source, published, files, [:], steps: [#"{"rename":"Book","to":"Publication"}"#],
      "class-renamed Book -> Publication: 4"),
    changed(
      "a model is renamed by an answer", source, named, files, moved, gone: partials + ["shop.json"],
      renames: ["shop:=store:"],
      "model-renamed shop -> store: 1"),
    changed(
      "a model is renamed by a step", source, named, files, moved, gone: partials + ["shop.json"],
      steps: [#"{"rename":"shop:","to":"store:"}"#],
      "model-renamed shop -> store: 1"),
  ]
}
