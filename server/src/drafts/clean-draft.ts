import { DRAFT_MAX } from '@leadlight/domain/drafts'
import { repeats } from '@leadlight/domain/draft-likeness'
import { AppError } from '../platform/errors.ts'

/** So many words in a row of the standing orders are no coincidence. */
const ECHOED_WORDS = 9

/** Looks like an address: with a scheme, or a host of two parts and more before a slash or the end. */
const LINK =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:|javascript:|data:)\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:\/\S*)?(?![\p{L}\p{N}@])/giu
const MARKUP = /<[^>]*>|!?\[([^\]]*)\]\([^)]*\)/g

export interface DraftRules {
  /** The standing orders, which must not come back. */
  instructions: string
  /** Texts of the business itself; a link in one of them may be in the draft. */
  ownTexts: readonly (string | null)[]
}

/**
 * Passes a model's words on as they come, made harmless: no links but the business's own, no markup, not its orders, and
 * not without end. A piece that may yet become a link or a tag waits for what follows it. A model that repeats its orders
 * is stopped by `draft_refused`.
 */
export async function* cleanDraft(pieces: AsyncIterable<string>, rules: DraftRules): AsyncGenerator<string> {
  const allowed = new Set(
    rules.ownTexts.flatMap((text) => [...(text ?? '').matchAll(LINK)].map(([link]) => bare(link))),
  )
  let waiting = ''
  let said = ''
  function take(text: string): string {
    const clean = cleanText(text, allowed).slice(0, DRAFT_MAX - said.length)
    said += clean
    if (repeats(said, rules.instructions, ECHOED_WORDS)) throw refused()
    return clean
  }
  for await (const piece of pieces) {
    waiting += piece
    const end = settledLength(waiting)
    const clean = take(waiting.slice(0, end))
    waiting = waiting.slice(end)
    if (clean !== '') yield clean
    if (said.length >= DRAFT_MAX) return
  }
  const rest = take(waiting)
  if (rest !== '') yield rest
}

/** Up to where nothing that follows can change what the text means: before the last word, and before what is still open. */
function settledLength(text: string): number {
  // A tag or a link with its brackets closed is one word, whatever spaces are in it.
  const space = text.replaceAll(MARKUP, (markup) => 'x'.repeat(markup.length)).search(/\s\S*$/u)
  if (space === -1) return 0
  return Math.min(space + 1, ...OPEN.map((open) => openAt(text, open)))
}

/** A tag without its end, a name in brackets without the address that may follow it. Neither is waited for very long. */
const OPEN = [/<[^>]{0,500}$/u, /!?\[[^\]]{0,500}(?:\](?:\([^)]{0,500})?)?$/u]

function openAt(text: string, open: RegExp): number {
  const at = text.search(open)
  return at === -1 ? Infinity : at
}

function cleanText(text: string, allowed: ReadonlySet<string>): string {
  return text
    .replaceAll(MARKUP, (_, words: string | undefined) => words ?? '')
    .replaceAll(LINK, (link) => (allowed.has(bare(link)) ? link : ''))
    .replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff]/gu, '')
}

/** A link without what makes no difference to where it leads. */
function bare(link: string): string {
  return link
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/[).,;:!?'"»”]+$/u, '')
    .replace(/\/$/u, '')
}

function refused(): AppError {
  const detail = 'The draft was stopped because the model repeated its instructions. Nothing was charged; try again.'
  return new AppError('upstream', 'draft_refused', detail)
}
