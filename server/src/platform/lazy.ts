/** Calls `make` on first use and then answers the same value: it keeps work out of the server's start. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
