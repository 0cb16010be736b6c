import type { DraftRequest, DraftSource } from './draft-brief.ts'
import { readAsked, type Asked } from './read-asked.ts'
import { SKELETONS, type Skeleton } from './skeletons.ts'

/** The name that the built-in composer signs its drafts with. */
export const COMPOSER_NAME = 'Built-in composer'

const DOES_CHARACTERS_MAX = 200
const OFFERS = [
  'If that helps, I can [what you would show or send].',
  'Shall I [what you would show or send]?',
  'I am glad to [what you would show or send], with no strings attached.',
]
/** Stand for the name, where the profile has none. */
const SOME_PRODUCT = '[your product]'
const SOME_BUSINESS = '[your business]'
const INTRODUCTIONS = [
  "I work at {name}, so I'm not neutral here.",
  'Take this as coming from {name}, where I work.',
  'Full disclosure: {name} is where I work.',
]
const FORMAL_INTRODUCTIONS = [
  'I work at {name}, so I am not neutral here.',
  'Please read this as coming from {name}, where I work.',
]
/** What begins so after a name tells more of who it is, and not what it does. */
const MORE_OF_A_NAME = /^(?:and|or|for|by|of|with|from|at|in)\b/u
const ASKING_POINTS = ['Ask [what you need to know].', 'Close by asking about [the one thing that matters most].']

/**
 * A draft without a model: a short skeleton about what the lead asks, in plain English, with a gap in brackets for each
 * thing that only its writer knows. It neither greets nor quotes, names what the profile names, and claims nothing but
 * what the profile says. A prompt that is an order ("make it shorter") is left to the writer. Talking points give the
 * same as points.
 */
export function composeDraft(source: DraftSource, request: DraftRequest): string {
  const { business } = source
  const asked = readAsked(source)
  const parts: Parts = {
    asked,
    skeleton: SKELETONS[asked.act],
    pick: pickerOf(source.text),
    name: business.businessName?.trim() || null,
    does: firstSentence(business.businessDescription),
    wish: sentenceOf(request.prompt),
    manner: mannerOf(business.writing.tone),
  }
  if (request.asTalkingPoints) return composePoints(parts)
  return request.messageType === 'dm' ? composeMessage(source, parts) : composeReply(parts)
}

interface Parts {
  asked: Asked
  skeleton: Skeleton
  /** Chooses among wordings, so that two posts are not answered in the same words. */
  pick: (wordings: readonly string[]) => string
  /** Null where the profile has none. */
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

function composeReply(parts: Parts): string {
  const { skeleton, pick, wish, manner } = parts
  return paragraphs([
    fill(pick(skeleton.openings), parts),
    pointLine(parts),
    wish,
    introduce(parts),
    manner.isBrief ? null : pick(skeleton.questions),
  ])
}

function composeMessage({ business }: DraftSource, parts: Parts): string {
  const { skeleton, pick, wish } = parts
  return paragraphs([
    [fill(pick(skeleton.openings), parts), pointLine(parts)].filter((line) => line !== null).join(' '),
    wish,
    introduce(parts),
    pick(OFFERS),
    business.writing.signature.trim() || null,
  ])
}

function composePoints(parts: Parts): string {
  const { asked, skeleton, pick, name, does, wish } = parts
  return [
    `${capital(asked.subject ?? 'What they ask')}: ${fill(skeleton.point, parts)}`,
    pointLine(parts),
    wish,
    `Say openly that you work at ${name ?? SOME_BUSINESS}.`,
    does === null ? null : `What it does, in its own words: ${does}`,
    pick(ASKING_POINTS),
  ]
    .filter((point) => point !== null)
    .map((point) => `- ${point.replaceAll(/\s+/gu, ' ')}`)
    .join('\n')
}

function fill(wording: string, { asked, name }: Parts): string {
  const say = (own: string) => (own === '{it}' ? (asked.subject ?? 'this') : (name ?? SOME_PRODUCT))
  return capital(wording.replaceAll(/\{(?:it|name)\}/gu, say))
}

/** Of one point alone: the line of another would have the same words. */
function pointLine({ asked, skeleton }: Parts): string | null {
  return asked.point === null ? null : `${capital(asked.point)}: ${skeleton.gap}.`
}

function introduce({ name, does, asked, pick, manner: { isFormal, isBrief } }: Parts): string {
  const isPlain = isBrief || asked.act === 'hire'
  const who = isPlain ? 'I work at {name}.' : pick(isFormal ? FORMAL_INTRODUCTIONS : INTRODUCTIONS)
  return [who.replace('{name}', () => name ?? SOME_BUSINESS), isBrief ? null : sayWhat(does, name)]
    .filter((part) => part !== null)
    .join(' ')
}

/** What the business does; its name, which was just said, becomes "It" where the sentence begins with it. */
function sayWhat(does: string | null, name: string | null): string | null {
  if (does === null || name === null || !does.startsWith(`${name} `)) return does
  const rest = does.slice(name.length + 1)
  return /^\p{Ll}/u.test(rest) && !MORE_OF_A_NAME.test(rest) ? `It ${rest}` : does
}

function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n\n')
}

/** The same choices for the same post each time, and of each list of wordings one of its own. */
function pickerOf(text: string): Parts['pick'] {
  return (wordings) => wordings[hashOf(text + (wordings[0] ?? '')) % wordings.length] ?? ''
}

/** FNV-1a, whose last digits differ even where texts hardly do. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 8) & 0xffff
}

function firstSentence(text: string | null): string | null {
  const plain = (text ?? '').replaceAll(/\s+/gu, ' ').trim()
  const [first] = plain.match(/^.+?[.!?]+(?=\s|$)|^.+$/u) ?? []
  return first === undefined ? null : finished(shorten(first, DOES_CHARACTERS_MAX))
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
