import Glibc
package import Testing

extension Trait where Self == ConditionTrait {
  /// Runs the test as root only. `reason` completes "needs root: …", such as "mounts a file system".
  ///
  /// `Scripts/run-tests` runs the other tests as an ordinary user and these as root. It finds them by their names, which end in `AsRoot`.
  package static func needsRoot(_ reason: String) -> Self {
    .enabled(if: geteuid() == 0, Comment(rawValue: "needs root: \(reason)"))
  }
}
