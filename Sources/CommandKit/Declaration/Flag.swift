/// Something that is on when it is named. Naming it twice changes nothing.
@propertyWrapper
public final class Flag: DeclaredProperty {
  let box: ValueBox<Bool>

  /// Whether it was given.
  public var wrappedValue: Bool { box.filled }

  /// A flag; without a name given the property's own is used.
  public init(wrappedValue: Bool = false, _ names: OptionName..., help: String = "") {
    let box = ValueBox(wrappedValue)
    self.box = box
    super.init(
      Declaration(.flag, names: names, help: help, value: ValueTraits()) { _ in
        box.value = true
        return true
      })
  }
}
