enum OKitPlaceholder {}
