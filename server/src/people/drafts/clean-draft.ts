import { DRAFT_MAX } from '@leadlight/domain/drafts'
import { AppError } from '../../platform/errors.ts'
import { createEchoWatch, type Guarded } from './echo-watch.ts'
import { withoutInvisible } from './fold-text.ts'
import { continuesHost, isLoneDot, linksIn, withoutLinks } from './hidden-links.ts'

/** What a model may send in all; most of it may turn out to be nothing that can be kept. */
const SENT_CHARACTERS_MAX = 4 * DRAFT_MAX

/**
 * Tags, and links and pictures in Markdown; neither is waited for very long. Each is read as far as the next may begin, so
 * that reading many takes no longer than reading their text.
 */
const MARKUP = /<[a-z/!?][^<>]{0,500}>|!?\[([^[\]]{0,500})\]\([^)[]{0,500}\)/giu
/** A tag without its end, a name in brackets without the address that may follow it. */
const OPEN = [/<(?:[a-z/!?][^<>]{0,500})?$/iu, /!?\[[^[\]]{0,500}(?:\](?:\([^)[]{0,500})?)?$/u]
/** What the text within may leave behind of markup in markup. */
const REMAINS = /<(?=[a-z/!?])|\]\(/giu

export interface DraftRules extends Guarded {
  /** Texts of the business itself and of whoever asks; a link in one of them may be in the draft. */
  ownTexts: readonly (string | null)[]
}

/**
 * Passes a model's words on as they come, made harmless: no links but the business's own, no markup, nothing invisible,
 * none of its orders, and not without end. A word goes out as soon as what follows it can change nothing about it; the
 * same comes out however the words were cut into pieces. A model that repeats its orders is stopped by `draft_refused`.
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

/** What can be seen of each piece, in whole characters. One that ends in the middle of one leaves that to the next. */
function createVisible(): (piece: string) => string {
  let half = ''
  return (piece) => {
    const text = half + piece
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? ''
    return withoutInvisible(text.slice(0, text.length - half.length).toWellFormed())
  }
}

/** Up to where nothing that follows can change what the text means: before the last word, and before what is still open. */
function settledLength(text: string): number {
  // A tag or a link with its brackets closed is one word, whatever spaces are in it.
  const space = text.replaceAll(MARKUP, (markup) => 'x'.repeat(markup.length)).search(/\s\S*$/u)
  if (space === -1) return 0
  return Math.min(space + 1, ...OPEN.map((open) => openAt(text, open)))
}

function openAt(text: string, open: RegExp): number {
  const at = text.search(open)
  return at === -1 ? Infinity : at
}

interface LinkFilter {
  /** What of a run of whole words may go out by now. */
  pass(text: string): string
  /** What was kept back for what might have followed. */
  end(): string
}

/** Takes links out of words, one after another, also where a host was pulled apart into several of them. */
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
