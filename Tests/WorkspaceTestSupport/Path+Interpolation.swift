import OKitStorage

// Tests know the base of their paths, so a text with an interpolated path can become any path.
extension Path: ExpressibleByStringInterpolation {}
