/** What a command was asked, as `parse` reads it; null for words it does not know, and for options that nobody has. */
export function readArguments<T>(parse: () => T | null): T | null {
  try {
    return parse()
  } catch {
    return null
  }
}
