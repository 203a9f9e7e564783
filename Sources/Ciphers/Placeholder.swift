enum CiphersPlaceholder {}
