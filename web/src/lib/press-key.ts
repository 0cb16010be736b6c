const BYTES = 16

/** A fresh name for one press of a button, sent as `Idempotency-Key`. Works on pages without HTTPS too, as `randomUUID` does not. */
export function newPressKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
