/// A switch that is off unless it is given. It can be repeated without effect.
@propertyWrapper
package final class Flag: DeclaredProperty {
  let box: ValueBox<Bool>

  /// True if the flag was given.
  package var wrappedValue: Bool { box.filled }

  /// Creates a flag; the default name is the property's.
  package init(wrappedValue: Bool = false, _ names: OptionName..., help: String = "") {
    let box = ValueBox(wrappedValue)
    self.box = box
    super.init(
      Declaration(.flag, names: names, help: help, value: ValueTraits()) { _ in
        box.value = true
        return true
      })
  }
}
