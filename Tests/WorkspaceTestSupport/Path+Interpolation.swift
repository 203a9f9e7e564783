import OKitStorage

// Tests know where their paths begin, so a text with a path in it may become any path.
extension Path: ExpressibleByStringInterpolation {}
