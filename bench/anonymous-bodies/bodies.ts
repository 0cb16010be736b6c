const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const item = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))

/** Bodies that are expensive to parse or check for their size, each of about this many bytes. */
const KINDS = {
  keys: {
    type: JSON_TYPE,
    make(bytes: number) {
      const keys = Array.from({ length: Math.floor(bytes / 13) }, (_, at) => `"k${String(at).padStart(7, '0')}":1`)
      return `{${keys.join(',')}}`
    },
  },
  items: { type: JSON_TYPE, make: (bytes: number) => `{"email":[${item('1,', bytes)}1]}` },
  levels: { type: JSON_TYPE, make: (bytes: number) => `{"email":${item('[', bytes / 2)}${item(']', bytes / 2)}}` },
  'levels left open': { type: JSON_TYPE, make: (bytes: number) => `{"email":${item('[', bytes)}` },
  'one text': { type: JSON_TYPE, make: (bytes: number) => `{"email":"${item('a', bytes)}"}` },
  'ids that are none': { type: JSON_TYPE, make: (bytes: number) => `{"lead_ids":[${item('"x",', bytes)}"x"]}` },
  fields: { type: FORM_TYPE, make: (bytes: number) => item('a=1&', bytes) },
} as const

export type Kind = keyof typeof KINDS

export function makeBody(kind: Kind, bytes: number): { type: string; body: Buffer } {
  const { type } = KINDS[kind]
  return { type, body: Buffer.from(KINDS[kind].make(bytes)) }
}
