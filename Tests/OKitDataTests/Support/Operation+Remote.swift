import Foundation
import HTTPClient
import OKitRemote
import TestSupport
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

/// Commands that exchange a model with a server. The server keeps no writes, so that each trial finds the same files.
extension Operation {
  private static let server = Result {
    let server = try StubServer()
    server.setKeepsWrites(false)
    return server
  }

  /// The model `plain` on a server, with a copy of its former state if `isPulled` is true, and with what `edit` changes here.
  private static func exchanging(
    _ name: String, isPulled: Bool = true, isChangedThere: Bool = true,
    editing edit: @escaping @Sendable (String) -> String = { $0 },
    _ run: @escaping @Sendable (RemoteModels) throws -> Void
  ) -> Operation {
    let scene: @Sendable () throws -> Scene = {
      let server = try server.get()
      let scene = try SampleShop.scene(.age)
      let folder = "/" + scene.folder.split(separator: "/").joined(separator: "-")
      let path = scene.data + "/plain.json"
      try configure(scene, server.url(folder))
      try Files.remove(path)
      server[folder + "/plain.json"] = Array(#"{"id":"PLAIN","title":"open","note":"old"}"#.utf8)
      if isPulled { try remote(scene.workspace()).pull(SampleShop.sign, settling: .none) }
      if isChangedThere {
        server[folder + "/plain.json"] = Array(#"{"id":"PLAIN","title":"their","note":"old"}"#.utf8)
      }
      if isPulled {
        try Files.write(edit(Files.text(path)), to: path)
      }
      return scene
    }
    return Operation(name: name, scene: scene, recovery: .continuing) { scene, calls in
      try run(remote(scene.workspace(calls: calls)))
    }
  }

  private static func remote(_ workspace: Workspace) -> RemoteModels {
    let connections = RemoteConnections(endpoint: nil, observer: workspace.observer) {
      var settings = HTTPSettings()
      settings.retries = 0
      return settings
    }
    return RemoteModels(workspace, connections)
  }

  private static func configure(_ scene: Scene, _ url: String) throws {
    let path = URL(fileURLWithPath: scene.root + "/okit/okit.json")
    var object = try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any] ?? [:]
    var models = object["models"] as? [String: Any] ?? [:]
    models["plain"] = ["kind": "http"]
    object["models"] = models
    object["endpoint"] = ["url": url, "preconditions": true] as [String: Any]
    try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]).write(to: path)
  }

  static let remote = [
    exchanging("remote pull of a new copy", isPulled: false) { try $0.pull(SampleShop.sign, settling: .none) },
    exchanging("remote pull of changes") { try $0.pull(SampleShop.sign, settling: .none) },
    exchanging("remote pull that merges", editing: { $0.replacing("old", with: "new") }) {
      try $0.pull(SampleShop.sign, settling: .none)
    },
    exchanging("remote pull --ours", editing: { $0.replacing("open", with: "our") }) {
      try $0.pull(SampleShop.sign, settling: .all(.ours))
    },
    exchanging("remote push", isChangedThere: false, editing: { $0.replacing("old", with: "new") }) {
      _ = try $0.push(SampleShop.sign)
    },
  ]
}

extension RemoteModels {
  /// Pulls one model.
  fileprivate func pull(_ model: ModelName, settling settlements: ConflictSettlements) throws {
    let fetched = try fetch([model])
    defer { fetched.release() }
    for group in fetched.groups { _ = try fetched.pull(group, settling: settlements) }
  }
}
