import type { NameSpan } from '@leadlight/domain/watched-names/match-names'
import type { Stance } from '@leadlight/domain/watched-names/stances'
import { blankMarkup, postText } from '../language/post-text.ts'
import { splitSentences, trimSpan, type Span } from '../language/sentences.ts'
import { ASKS, COMPARES, COMPLAINS, COVER, PRAISES, REMARKS, SWITCHES, type Cue } from './stance-words.ts'

/** What a post does with the names it has, and the words that show it, as offsets into its text. */
export interface StanceFinding {
  stance: Stance
  start: number
  end: number
  /** For `switches`: what is left and what is taken up, as far as it is said. */
  from?: string
  to?: string
}

const HIDDEN = /```[\s\S]*?(?:```|$)|<!--[\s\S]*?-->/g
/** A line of a form that says where something runs, or a row of a table. */
const FORM_LINE =
  /^[\s>#*|-]*(?:\*\*)?(?:os|operating|platform|environment|env|browsers?|compiler|ide|device|user agent|system|running|distro|python|node|url)\b[^\n]{0,30}?[:=|⇒]|^\s*\|.*\||\|[^|\n]+\|/i
const BUG_FORM =
  /steps to reproduce|what is the (?:current|expected) behaviou?r|current behaviou?r|issue type\W+bug|type: ?bug|describe the bug|expected (?:behaviou?r|result)|repro(?:duction)? steps|detailed description|report a \W?bug|^\[bug\]/i
const FEATURE_FORM =
  /feature[ _]request\b(?! or report)|describe the feature|describe the solution|issue type\W+support|type\W+feature/i
const PULL_REQUEST = /pull request readiness|proposed patch/i
const OFFER =
  /^\W*(?:hiring|for hire|hired|offer)\b|\b(?:full|part)[- ]time\b.{0,80}\|?|\bjob openings?\b|\bhiring for\b|\blooking for (?:a |an |new |full-time )*(?:jobs?|work)\b|\bwe(?:'re| are) (?:looking for|hiring|seeking)\b/i
/** Filled in by whoever wants a computer put together. */
const QUESTIONNAIRE = /what will you be doing with this pc|legit and reusable/i
const ASKED_LEAST = 1.6
const ANNOUNCES =
  /\b(?:i|we)(?:'ve| have)? (?:just |finally |recently )?(?:made|built|coded|wrote|created|released?|launched|developed|published)\b|\bama\b|\bi sell\b|\bfeedback\b|\bcritiques?\b|\bintroducing\b|\breleasing (?:our|my)\b|\bgive ?away\b|\bannounc\w+\b|\btestimonial\b|\bcheck (?:it|this|us) out\b/i
/** Says what is used, where somebody asks for help. */
const USES =
  /\b(?:i'?m|am|are|currently|just|i|we|recently)(?: \w+)? (?:running|using|on|have|use|run|set up|setup|installed|got|installing)\b|^\W*(?:running|using)\b/i
const USES_WITHIN = 400
const ANNOUNCES_WITHIN = 300
const NEAR_CHARACTERS = 280
const SHOWN_MAX = 160
const OWN_REPOSITORY = /github\.com\/[\w.-]+\/[\w.-]+\W$/i
const REQUESTS = /\b(?:add|allow|support|suggest\w*|explore|feature|please|should have|option)\b|\?/i
const HANDLE = /^\W*\.?@\w/
const HANDLE_FIRST = new RegExp(`^[^\\p{L}\\p{N}${COVER}]*(?:\\.?@?(?:@\\w+|${COVER}+)[\\s,:]*)+`, 'u')

/** How much a sentence counts, by how near it is to a name. */
const HERE = 1
/** Of a post that has a name in its title. */
const TITLED = 0.85
const BESIDE = 0.5
const ELSEWHERE = 0.2

/** A sentence with its names covered, and how much it counts. */
interface Passage extends Span {
  covered: string
  near: number
  hasName: boolean
}

/**
 * What the author does with the names that stand at `places`: asks, complains, praises, compares or switches; undefined
 * where they are no more than named. A name that stands in a link, in code or in a form's line says nothing.
 */
export function readStance(
  post: { title: string | null; text: string },
  places: readonly NameSpan[],
): StanceFinding | undefined {
  const text = postText(post)
  const titleEnd = post.title?.length ?? 0
  const plain = blankMarkup(text.replace(HIDDEN, (hidden) => hidden.replace(/[^\n]/g, ' '))).replace(/\u2019/g, "'")
  const spoken = places.filter((place) => isSpoken(plain, place))
  if (PULL_REQUEST.test(text)) return undefined
  if (spoken.length === 0) return findLinked(text, places, plain)
  const passages = readPassages(plain, spoken, titleEnd)
  if (BUG_FORM.test(text) || FEATURE_FORM.test(text))
    return findReported(titleEnd, plain, passages, FEATURE_FORM.test(text))
  const isAddressed = isToThem(plain, spoken)
  return (
    findMove(plain, passages) ??
    findComparison(plain, passages) ??
    weigh(plain, passages, { isAddressed, isHeadline: isHeadline(post) })
  )
}

/** A title with no text below it: a link. */
function isHeadline({ title, text }: { title: string | null; text: string }): boolean {
  return title !== null && text.trim() === ''
}

/** A short message that begins with the name's handle, or has it. */
function isToThem(plain: string, places: readonly NameSpan[]): boolean {
  const handles = places.filter(({ start }) => plain.charAt(start) === '@' || plain.charAt(start - 1) === '@')
  if (handles.length === 0 || plain.trim().length > NEAR_CHARACTERS) return false
  return HANDLE.test(plain) || !/\bvia @/i.test(plain)
}

function isSpoken(plain: string, { start, end }: NameSpan): boolean {
  if (plain.slice(start, end).trim() === '') return false
  const from = plain.lastIndexOf('\n', start - 1) + 1
  const to = plain.indexOf('\n', end)
  return !FORM_LINE.test(plain.slice(from, to < 0 ? undefined : to))
}

function readPassages(plain: string, places: readonly NameSpan[], titleEnd: number): Passage[] {
  let covered = plain
  for (const { start, end } of places)
    covered = covered.slice(0, start) + COVER.repeat(end - start) + covered.slice(end)
  // Whom a message is written to is no part of its sentence.
  if (HANDLE.test(plain)) covered = covered.replace(HANDLE_FIRST, (handles) => ' '.repeat(handles.length))
  const sentences = splitSentences(plain)
  const named = sentences.map((one) => places.some(({ start }) => start >= one.start && start < one.end))
  const isNear = plain.trim().length <= NEAR_CHARACTERS
  const isTitled = places.some(({ start }) => start < titleEnd)
  return sentences.map((span, at) => {
    const hasName = named[at] === true
    const isBeside = named[at - 1] === true || named[at + 1] === true
    const near = hasName ? HERE : isTitled || (isNear && isBeside) ? TITLED : isBeside || isNear ? BESIDE : ELSEWHERE
    return { ...span, covered: covered.slice(span.start, span.end), near, hasName }
  })
}

/** A report to the makers that names them by the address of their repository alone. */
function findLinked(text: string, places: readonly NameSpan[], plain: string): StanceFinding | undefined {
  if (!places.some(({ start, end }) => OWN_REPOSITORY.test(text.slice(Math.max(0, start - 60), end + 1))))
    return undefined
  const [first] = splitSentences(plain, 1)
  if (!first) return undefined
  return {
    stance: REQUESTS.test(plain.slice(first.start, first.end)) ? 'asks' : 'complains',
    ...clip(plain, first, first),
  }
}

/** A report of a fault is one of the names in its title, or of those whose version it states. */
function findReported(
  titleEnd: number,
  plain: string,
  passages: readonly Passage[],
  isRequest: boolean,
): StanceFinding | undefined {
  const product = new RegExp(`versions? of ${COVER}|${COVER} version`, 'iu')
  const shown = passages.find(({ start, hasName }) => hasName && start < titleEnd)
  const stated = shown ?? passages.find(({ covered }) => product.test(covered))
  if (!stated) return undefined
  const [first = stated] = passages
  return { stance: isRequest ? 'asks' : 'complains', ...clip(plain, first, first) }
}

function findMove(plain: string, passages: readonly Passage[]): StanceFinding | undefined {
  for (const passage of passages) {
    if (!passage.hasName) continue
    for (const pattern of SWITCHES) {
      const found = pattern.exec(passage.covered)
      if (!found) continue
      const at = { start: passage.start + found.index, end: passage.start + found.index + found[0].length }
      const { from, to } = found.groups ?? {}
      const place = (part: string | undefined) => {
        if (part === undefined) return undefined
        const start = at.start + found[0].lastIndexOf(part)
        return nameAt(plain, start, start + part.length, part.startsWith(COVER))
      }
      const [left, taken] = [place(from), place(to)]
      return {
        stance: 'switches',
        ...clip(plain, passage, at),
        ...(left === undefined ? {} : { from: left }),
        ...(taken === undefined ? {} : { to: taken }),
      }
    }
  }
  return undefined
}

/** A name as it is written, with a further word in upper case. A plain word before another is no name: `a plain spreadsheet`. */
function nameAt(plain: string, start: number, end: number, isWatched: boolean): string | undefined {
  if (!isWatched && /^\p{Ll}/u.test(plain.slice(start)) && /^ \p{Ll}/u.test(plain.slice(end))) return undefined
  const more = /^ \p{Lu}[\p{L}\p{N}.+#-]*/u.exec(plain.slice(end, end + 40))?.[0] ?? ''
  return (plain.slice(start, end) + more).replace(/[.,/]+$/, '')
}

function findComparison(plain: string, passages: readonly Passage[]): StanceFinding | undefined {
  for (const passage of passages) {
    if (!passage.hasName) continue
    for (const pattern of COMPARES) {
      const found = pattern.exec(passage.covered)
      if (!found) continue
      const at = { start: passage.start + found.index, end: passage.start + found.index + found[0].length }
      return { stance: 'compares', ...clip(plain, passage, at) }
    }
  }
  return undefined
}

/** Asks, complains or praises, whichever has the most to show near the names. */
function weigh(
  plain: string,
  passages: readonly Passage[],
  { isAddressed, isHeadline }: { isAddressed: boolean; isHeadline: boolean },
): StanceFinding | undefined {
  if (OFFER.test(plain.slice(0, 400)) || QUESTIONNAIRE.test(plain)) return undefined
  const spoken = passages.filter(({ covered }) => !covered.startsWith('>'))
  const isAnnounced = ANNOUNCES.test(plain.slice(0, ANNOUNCES_WITHIN))
  const found = isAddressed
    ? addressed(spoken)
    : isHeadline
      ? headed(spoken)
      : (told(spoken, isAnnounced) ?? asked(spoken, plain))
  return found && { stance: found.stance, ...clip(plain, found.at.passage, found.at) }
}

interface Found {
  stance: Stance
  at: Strongest
}

/** To the name itself: what is no thanks and no question is mostly a complaint. */
function addressed(passages: readonly Passage[]): Found | undefined {
  const all = passages.map((passage) => ({ ...passage, near: HERE }))
  const [complains, praises, asks] = [sum(all, [...COMPLAINS, ...REMARKS]), sum(all, PRAISES), sum(all, ASKS)]
  if (complains.total >= 2 && complains.total >= praises.total) return found('complains', complains)
  if (praises.total >= 1 && praises.total >= asks.total) return found('praises', praises)
  if (asks.total >= 1 && asks.total > complains.total) return found('asks', asks)
  return complains.total >= 1 ? found('complains', complains) : undefined
}

/** About the name to others, in the sentences that have it. */
function told(passages: readonly Passage[], isAnnounced: boolean): Found | undefined {
  const own = passages.filter(({ hasName }) => hasName)
  const [complains, praises, asks] = [sum(own, COMPLAINS), sum(own, PRAISES), sum(own, ASKS)]
  if ((complains.top?.weight ?? 0) >= 2 && complains.total >= praises.total) return found('complains', complains)
  if (asks.total >= 2 && !isAnnounced) return found('asks', asks)
  // Trouble that somebody wants help with is no complaint; strong words are.
  const isPlain = sum(passages, ASKS).total < 2
  if (complains.total >= 2 && complains.total >= praises.total && isPlain) return found('complains', complains)
  return praises.total >= 2 ? found('praises', praises) : undefined
}

/** In a headline a word for a fault is enough, and only a question asks. */
function headed(passages: readonly Passage[]): Found | undefined {
  const [complains, praises, asks] = [sum(passages, COMPLAINS), sum(passages, PRAISES), sum(passages, ASKS)]
  if (complains.total >= 1 && complains.total >= praises.total) return found('complains', complains)
  if (asks.total >= 2 && passages.some(({ covered }) => covered.includes('?'))) return found('asks', asks)
  return praises.total >= 2 ? found('praises', praises) : undefined
}

/** What is asked near the name. */
function asked(passages: readonly Passage[], plain: string): Found | undefined {
  if (ANNOUNCES.test(plain.slice(0, ANNOUNCES_WITHIN))) return undefined
  const [best] = passages.map((passage) => sum([passage], ASKS)).toSorted((a, b) => b.total - a.total)
  if (best && best.total >= ASKED_LEAST) return found('asks', best)
  const uses = passages.some(({ start, covered, hasName }) => hasName && start < USES_WITHIN && USES.test(covered))
  const [most] = passages
    .map((passage) => sum([{ ...passage, near: HERE }], ASKS))
    .toSorted((a, b) => b.total - a.total)
  return uses && most && most.total >= 2 ? found('asks', most) : undefined
}

function found(stance: Stance, { top }: Sum): Found | undefined {
  return top && { stance, at: top }
}

interface Strongest extends Span {
  weight: number
  passage: Passage
}

interface Sum {
  total: number
  top: Strongest | undefined
}

function sum(passages: readonly Passage[], cues: readonly Cue[]): Sum {
  let total = 0
  let top: Strongest | undefined
  for (const passage of passages) {
    for (const { pattern, weight } of cues) {
      for (const { 0: words, index } of passage.covered.matchAll(pattern)) {
        const weighed = weight * passage.near
        total += weighed
        const start = passage.start + index
        if (!top || weighed > top.weight) top = { start, end: start + words.length, weight: weighed, passage }
      }
    }
  }
  return { total, top }
}

/** The sentence that shows it, or where it is long what stands around the words themselves. */
function clip(plain: string, sentence: Span, at: Span): Span {
  if (sentence.end - sentence.start <= SHOWN_MAX) return { start: sentence.start, end: sentence.end }
  const spare = Math.max(0, SHOWN_MAX - (at.end - at.start)) / 2
  let start = Math.max(sentence.start, Math.floor(at.start - spare))
  let end = Math.min(sentence.end, Math.ceil(at.end + spare))
  while (start > sentence.start && start < at.start && !/\s/.test(plain.charAt(start - 1))) start++
  while (end < sentence.end && end > at.end && !/\s/.test(plain.charAt(end))) end--
  return trimSpan(plain, { start, end })
}
