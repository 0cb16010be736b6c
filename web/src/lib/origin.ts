const BYTES = 16
/** The positions of a UUID's version and variant bits (version 4). */
const VERSION_AT = 6
const VARIANT_AT = 8

/**
 * This page's id among all open pages, sent with every call. Events carry it, so a page can tell its own changes from
 * others'. A reload gets a new one.
 */
export const ORIGIN = newId()

/** `randomUUID` needs HTTPS; this does not. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  bytes[VERSION_AT] = ((bytes[VERSION_AT] ?? 0) & 0x0f) | 0x40
  bytes[VARIANT_AT] = ((bytes[VARIANT_AT] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-')
}
