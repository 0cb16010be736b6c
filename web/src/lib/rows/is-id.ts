const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Whether a text from the URL can be an id of ours. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
