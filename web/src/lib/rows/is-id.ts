const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** Whether a text of the address can be the id of one of our objects. */
export function isId(text: string): boolean {
  return UUID.test(text)
}
