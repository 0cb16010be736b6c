/** Answers what `make` answered the first time, which is called when it is first asked for: not on the server's way to being ready. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
