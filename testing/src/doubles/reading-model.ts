import { createHash } from 'node:crypto'
import type { Asked, Script } from './language-model-double.ts'

/** One post as a model receives it for reading. */
export interface AskedReading {
  reference: string
  text: string
  intent: string
  business: string | null
}

/** Whether the prompt asks to read a post. */
export function isReadingAsked(prompt: string): boolean {
  return prompt.startsWith('Sought:\n')
}

/** The post in a request to read one; throws for another request. */
export function readAskedReading({ prompt }: Pick<Asked, 'prompt'>): AskedReading {
  const [, sought = '', reference = '', post = ''] = /^Sought:\n(.*)\n\nPost (\w+):\n(.*)$/.exec(prompt) ?? []
  if (reference === '') throw new Error(`That is no request to read a post: ${prompt.slice(0, 200)}`)
  const { intent, business } = JSON.parse(sought) as { intent: string; business: string | null }
  return { reference, text: (JSON.parse(post) as { text: string }).text, intent, business }
}

export interface GivenReading {
  score: number
  for?: readonly string[]
  against?: readonly string[]
  reason?: string
}

/** A model's answer in the requested shape. */
export function giveReading(asked: Pick<Asked, 'prompt'>, { score, ...given }: GivenReading): Script {
  const { reference } = readAskedReading(asked)
  const reading = { post: reference, for: [], against: [], reason: '', ...given, score }
  return { kind: 'say', pieces: [JSON.stringify(reading)] }
}

/** A model that always answers the same for the same text: a score derived from it, and its longest sentence. */
export function giveReadingByWords(asked: Pick<Asked, 'prompt'>, given: { score?: number } = {}): Script {
  const { text } = readAskedReading(asked)
  const digest = createHash('sha256').update(text).digest()
  const sentences = text.split(/(?<=[.?!])\s|\n/u).map((sentence) => sentence.slice(0, 300).trim())
  const longest = sentences.reduce((best, sentence) => (sentence.length > best.length ? sentence : best), '')
  const score = given.score ?? (digest[0] ?? 0) % 101
  return giveReading(asked, { score, for: [longest], reason: 'The author says so themselves.' })
}

/** Reads the post, but the provider's filter withholds the answer. */
export function withholdReading(asked: Pick<Asked, 'prompt'>): Script {
  const said = giveReadingByWords(asked)
  return said.kind === 'say' ? { kind: 'filtered', pieces: said.pieces } : said
}
