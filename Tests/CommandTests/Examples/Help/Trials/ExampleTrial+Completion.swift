import TestSupport
import Testing

extension ExampleTrial {
  /// `completion`.
  static let completion = [
    script("okit completion bash >okit.bash", of: "bash", "okit.bash"),
    script("okit completion zsh >_okit", of: "zsh", "_okit"),
    script("okit completion fish >okit.fish", of: "fish", "okit.fish"),
  ]

  /// A script that its shell can read, equal to the committed one.
  private static func script(_ line: String, of shell: String, _ name: String) -> ExampleTrial {
    ExampleTrial(
      line,
      check: { scene, _ in
        let path = scene.folder(.shop) + "/" + name
        try #expect(Files.read(path) == Files.read(Fixture.completions + "/" + name))
        try scene.machine.run(shell, "-n", path)
      })
  }
}
