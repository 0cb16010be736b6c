const BYTES = 16
/** Where a UUID says that it is one, and drawn by chance (version 4). */
const VERSION_AT = 6
const VARIANT_AT = 8

/**
 * What this page goes by among all that are open, sent with every call: of what others change it hears by event, and by this it
 * knows which of that it did itself. A reload is another page.
 */
export const ORIGIN = newId()

/** Works on pages without HTTPS too, as `randomUUID` does not. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  bytes[VERSION_AT] = ((bytes[VERSION_AT] ?? 0) & 0x0f) | 0x40
  bytes[VARIANT_AT] = ((bytes[VARIANT_AT] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}
