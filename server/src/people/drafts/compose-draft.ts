import type { DraftRequest, DraftSource } from './draft-brief.ts'

/** The name that the built-in composer signs its drafts with. */
export const COMPOSER_NAME = 'Built-in composer'

const QUOTE_CHARACTERS_MAX = 140
const SENTENCES_MAX = 2
const DOES_CHARACTERS_MAX = 280

/**
 * A draft without a model: what the post says and what the business says of itself, in plain English to be finished by
 * hand. It claims nothing else and asks instead. A prompt that is an order ("make it shorter") is left to the writer.
 * Talking points give the same as points.
 */
export function composeDraft(source: DraftSource, request: DraftRequest): string {
  const { business } = source
  const parts: Parts = {
    quote: quoteOf(source.evidence),
    name: business.businessName?.trim() || null,
    does: firstSentences(business.businessDescription),
    wish: sentenceOf(request.prompt),
    manner: mannerOf(business.writing.tone),
  }
  if (request.asTalkingPoints) return composePoints(parts)
  return request.messageType === 'dm' ? composeMessage(source, parts) : composeReply(source, parts)
}

interface Parts {
  quote: string | null
  name: string | null
  does: string | null
  /** What the writer wants said, if it is a sentence to say. */
  wish: string | null
  manner: Manner
}

interface Manner {
  /** Says "I am" rather than "I'm". */
  isFormal: boolean
  /** Leaves out what is only polite. */
  isBrief: boolean
}

function composeReply({ business }: DraftSource, { quote, name, does, wish, manner }: Parts): string {
  return paragraphs([
    quote === null ? null : `About “${quote}”:`,
    wish,
    introduce(name, manner),
    does,
    manner.isBrief
      ? 'What have you tried so far?'
      : 'What have you tried so far, and where did it fall short? Then I can say whether ours would help.',
    business.website,
  ])
}

function composeMessage({ author, business }: DraftSource, { quote, name, does, wish, manner }: Parts): string {
  const greeting = manner.isFormal ? 'Hello' : 'Hi'
  return paragraphs([
    author === null ? `${greeting},` : `${greeting} ${author},`,
    quote === null ? 'I read your post.' : `I read your post, where you say “${quote}”.`,
    wish,
    introduce(name, manner),
    does,
    manner.isBrief
      ? 'Is this still open for you?'
      : 'Is this still open for you? If so, I am glad to answer questions.',
    business.writing.signature.trim() || null,
  ])
}

function composePoints({ quote, name, does, wish }: Parts): string {
  return [
    quote === null ? 'Answer what the post asks first.' : `Answer this first: “${quote}”`,
    wish,
    name === null ? 'Say openly where you work.' : `Say openly that you work at ${name}.`,
    does === null ? null : `What it does, in its own words: ${does}`,
    'Ask what they have tried so far.',
  ]
    .filter((point) => point !== null)
    .map((point) => `- ${point.replaceAll(/\s+/gu, ' ')}`)
    .join('\n')
}

function introduce(name: string | null, { isFormal, isBrief }: Manner): string {
  const place = name === null ? 'a business in this field' : name
  if (isBrief) return isFormal ? `I work at ${place}.` : `Disclosure: I work at ${place}.`
  const caution = isFormal ? 'so I am not neutral here' : "so I'm not neutral here"
  return `I work at ${place}, ${caution}.`
}

function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}

/** The words that show the need best: the shortest that still say something, on one line. */
function quoteOf(evidence: readonly string[]): string | null {
  const lines = evidence.map((words) => words.replaceAll(/\s+/gu, ' ').trim()).filter((line) => line !== '')
  const telling = lines.find((line) => line.includes(' ')) ?? lines[0]
  return telling === undefined ? null : shorten(telling, QUOTE_CHARACTERS_MAX)
}

function firstSentences(text: string | null): string | null {
  const plain = (text ?? '').replaceAll(/\s+/gu, ' ').trim()
  if (plain === '') return null
  const sentences = plain.match(/.+?[.!?]+(?=\s|$)|.+$/gu) ?? []
  let kept = ''
  for (const sentence of sentences.slice(0, SENTENCES_MAX)) {
    if (kept !== '' && kept.length + sentence.length > DOES_CHARACTERS_MAX) break
    kept += sentence
  }
  return finished(shorten(kept.trim(), DOES_CHARACTERS_MAX))
}

const ORDER =
  /^(?:please\s+)?(?:make|write|rewrite|say|mention|add|remove|drop|shorten|keep|use|do not|don't|be|less|more|shorter|longer|include|explain|ask|tell|start|end|focus|translate|sound|try)\b/iu

/** The prompt if it is itself something to say; null for an order how to write, which a composer cannot follow. */
function sentenceOf(prompt: string): string | null {
  const plain = prompt.trim()
  const said = /^(?:please\s+)?(?:say|mention)(?:\s+that)?\s+(.{8,})$/isu.exec(plain)?.[1]
  if (said !== undefined && /\s/u.test(said)) return finished(capital(said.trim()))
  if (plain === '' || ORDER.test(plain) || plain.split(/\s+/u).length < 4) return null
  return finished(plain)
}

/** The little of a tone that ready-made sentences can follow. */
function mannerOf(tone: string): Manner {
  return {
    isFormal: /\b(?:formal|polite|professional|serious)\b/iu.test(tone) && !/\binformal\b/iu.test(tone),
    isBrief: /\b(?:brief|short|concise|terse|direct|dry|to the point)\b/iu.test(tone),
  }
}

function finished(sentence: string): string {
  return /[.!?…]["”’)]?$/u.test(sentence) ? sentence : `${sentence}.`
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function shorten(line: string, max: number): string {
  return line.length <= max ? line : `${line.slice(0, max).replace(/[\s,;:]*\S*$/u, '')}…`
}
