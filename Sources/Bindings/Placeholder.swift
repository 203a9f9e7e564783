enum BindingsPlaceholder {}
