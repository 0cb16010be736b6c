import { DRAFT_MAX } from '@leadlight/domain/drafts'
import { AppError } from '../../platform/errors.ts'
import { createEchoWatch, type Guarded } from './echo-watch.ts'
import { withoutInvisible } from './fold-text.ts'
import { continuesHost, isLoneDot, linksIn, withoutLinks } from './hidden-links.ts'

/** How much a model may send in all; most of it may be unusable. */
const SENT_CHARACTERS_MAX = 4 * DRAFT_MAX

/**
 * Tags, and Markdown links and pictures, of a bounded length. Each stops where the next may begin, so that many take no
 * longer to read than their text.
 */
const MARKUP = /<[a-z/!?][^<>]{0,500}>|!?\[([^[\]]{0,500})\]\([^)[]{0,500}\)/giu
/** A tag without its end, or a name in brackets whose address may still follow. */
const OPEN = [/<(?:[a-z/!?][^<>]{0,500})?$/iu, /!?\[[^[\]]{0,500}(?:\](?:\([^)[]{0,500})?)?$/u]
/** Markup that nested markup may leave behind. */
const REMAINS = /<(?=[a-z/!?])|\]\(/giu

export interface DraftRules extends Guarded {
  /** Texts of the business and of the user; the draft may contain their links. */
  ownTexts: readonly (string | null)[]
}

/**
 * Passes a model's words on as they come, made harmless: no foreign links, no markup, nothing invisible, and a bounded
 * length. A word goes out once nothing that follows can change it, so however the words are cut into pieces, the result
 * is the same. A model that repeats its orders is stopped by `draft_refused`.
 */
export async function* cleanDraft(pieces: AsyncIterable<string>, rules: DraftRules): AsyncGenerator<string> {
  const filter = createLinkFilter(new Set(rules.ownTexts.flatMap((text) => linksIn(text ?? ''))))
  const isEcho = createEchoWatch(rules)
  const seen = createVisible()
  let waiting = ''
  let sentLength = 0
  let saidLength = 0
  function take(text: string): string {
    const clean = text.slice(0, DRAFT_MAX - saidLength)
    saidLength += clean.length
    if (isEcho(clean)) throw refused('the model repeated its instructions')
    return clean
  }
  for await (const piece of pieces) {
    sentLength += piece.length
    if (sentLength > SENT_CHARACTERS_MAX) throw refused('the model did not come to an end')
    waiting += seen(piece)
    const end = settledLength(waiting)
    const clean = take(filter.pass(waiting.slice(0, end)))
    waiting = waiting.slice(end)
    if (clean !== '') yield clean
    if (saidLength >= DRAFT_MAX) return
  }
  const rest = take(filter.pass(waiting) + filter.end())
  if (rest !== '') yield rest
}

/** The visible text of each piece, in whole characters; half a character waits for the next piece. */
function createVisible(): (piece: string) => string {
  let half = ''
  return (piece) => {
    const text = half + piece
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    return withoutInvisible(text.slice(0, text.length - half.length).toWellFormed())
  }
}

/** How far nothing that follows can change the meaning: before the last word and anything still open. */
function settledLength(text: string): number {
  // A closed tag or link counts as one word, whatever spaces are in it.
  const space = text.replaceAll(MARKUP, (markup) => 'x'.repeat(markup.length)).search(/\s\S*$/u)
  if (space === -1) return 0
  return Math.min(space + 1, ...OPEN.map((open) => openAt(text, open)))
}

function openAt(text: string, open: RegExp): number {
  const at = text.search(open)
  return at === -1 ? Infinity : at
}

interface LinkFilter {
  /** What of a run of whole words may go out now. */
  pass(text: string): string
  /** What was held back for what might have followed. */
  end(): string
}

/** Takes links out of words, also where a host is spread over several of them. */
function createLinkFilter(allowed: ReadonlySet<string>): LinkFilter {
  let gap = ''
  let before = ''
  let dot: string | undefined

  function passWord(word: string): string {
    const place = { word: before, isDot: dot !== undefined }
    const kept = dot ?? ''
    dot = undefined
    before = word
    if (continuesHost(word, place)) return ''
    const here = gap
    gap = ''
    if (!isLoneDot(word)) return kept + here + withoutLinks(word, allowed).replaceAll(REMAINS, '')
    dot = here + word
    return kept
  }

  return {
    pass(text) {
      const plain = text.replaceAll(MARKUP, (_, words: string | undefined) => words ?? '')
      let passed = ''
      for (const part of plain.match(/\s+|\S+/gu) ?? []) {
        if (/^\s/u.test(part)) gap += part
        else passed += passWord(part)
      }
      return passed
    },
    end: () => (dot ?? '') + gap,
  }
}

function refused(why: string): AppError {
  const detail = `The draft was stopped because ${why}. Nothing was charged; try again.`
  return new AppError('upstream', 'draft_refused', detail)
}
