import { tooLarge } from './outbound-error.ts'

const SNIFF_BYTES = 1024
const XML_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i
const HTML_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i

/** The whole body, at most `maxBytes`; more is an OutboundError of kind `too_large` and the rest is never fetched. */
export async function readBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maxBytes) throw tooLarge(hostOf(response))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

/**
 * The body as text in its actual encoding, given by the byte order mark, else the header, else the document itself,
 * else UTF-8. Without a stated encoding, bytes that are not valid UTF-8 are read as windows-1252, as browsers do.
 */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  return decodeText(await readBytes(response, maxBytes), response.headers.get('content-type'))
}

/** See readText. Never throws: undecodable bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const declared = markOf(bytes) ?? charsetOf(contentType) ?? charsetInside(bytes)
  const decoder = declared === undefined ? undefined : findDecoder(declared)
  if (decoder) return decoder.decode(bytes)
  const text = new TextDecoder('utf-8').decode(bytes)
  return text.includes('\uFFFD') ? new TextDecoder('windows-1252').decode(bytes) : text
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return undefined
}

function charsetOf(contentType: string | null): string | undefined {
  return contentType?.match(/charset\s*=\s*"?([\w-]+)/i)?.[1]
}

/** A document can only state an encoding in ASCII, so a claim of UTF-16 from inside means UTF-8 (HTML standard). */
function charsetInside(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, SNIFF_BYTES)).toString('latin1')
  const claimed = (XML_ENCODING.exec(head) ?? HTML_CHARSET.exec(head))?.[1]
  return claimed && /^utf-?16/i.test(claimed) ? 'utf-8' : claimed
}

function findDecoder(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function hostOf(response: Response): string {
  return URL.parse(response.url)?.host ?? 'The other side'
}
