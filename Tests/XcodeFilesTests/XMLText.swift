@testable import XcodeFiles

/// The XML of a storyboard with scenes.
func storyboard(_ scenes: String) -> [UInt8] {
  Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" initialViewController="a">
      <scenes>
    \(scenes)
      </scenes>
    </document>
    """.utf8)
}

/// A scene with a screen that has this content.
func scene(_ id: String = "a", _ content: String = "") -> String {
  """
  <scene sceneID="s\(id)"><objects><tableViewController id="\(id)" customClass="ModelDetailTableController" \
  sceneMemberID="viewController">\(content)</tableViewController></objects></scene>
  """
}

/// Returns the error of reading a storyboard; nil if it has none.
func fault(_ bytes: [UInt8]) -> StoryboardError? {
  do throws(StoryboardError) {
    _ = try Storyboard(parsing: bytes)
    return nil
  } catch {
    return error
  }
}
