const QUOTE = 0x22
const AMPERSAND = 0x26
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** How much work some JSON is for whoever parses and validates it. */
export interface JsonExtent {
  /** Objects, lists, texts, numbers and words. An empty list or object may count as two. */
  values: number
  /** How deep lists and objects are nested. */
  levels: number
}

/**
 * Measures JSON in one pass over its bytes, without parsing it, and stops where it passes a limit. Malformed JSON is
 * measured at least as far as a parser would read it.
 */
export function measureJson(json: Uint8Array, limits: JsonExtent): JsonExtent {
  let values = 1
  let level = 0
  let levels = 0
  let isInText = false
  for (let at = 0; at < json.length && values <= limits.values && levels <= limits.levels; at++) {
    const byte = json[at]
    if (byte === QUOTE) isInText = !isInText
    // Outside a text it is not JSON, and a parser stops there.
    else if (byte === BACKSLASH) at++
    else if (isInText) continue
    else if (byte === COMMA) values++
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      values++
      level++
      if (level > levels) levels = level
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) level--
  }
  return { values, levels }
}

/** How many fields a form has; stops counting above the limit. */
export function countFields(form: Uint8Array, limit: number): number {
  let fields = 1
  for (let at = 0; at < form.length && fields <= limit; at++) if (form[at] === AMPERSAND) fields++
  return fields
}
