const BYTES = 16

/** A new idempotency key for one press of a button. Works without HTTPS too, unlike `randomUUID`. */
export function newPressKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
