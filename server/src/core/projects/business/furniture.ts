/** Nothing here may take long on a page that was written to make it so: a text is cut before any pattern reads it. */
const TEXT_CHARACTERS_MAX = 8000
const LINES_MAX = 60
/** Between the words of a menu or a row of badges. */
const SEPARATORS = /\s?[|·•▪►→▸»✔✓★☆█▶]+\s?|\s{2,}|\s\/\s/u
/** What customers are quoted with, and who they are; inches and single words in quotes are not meant. */
const QUOTED = /(?:^[^:"“\n]{3,60}:\s*)?(?<![\d\p{L}])["“][^"“”\n]{12,600}["”](?:\s*[-–—][^\n]*)?/gmu
const OPEN_QUOTE = /^["“'‘]/u
const CLOSED_QUOTE = /["”’]\s*[-–—]?\s*\p{Lu}[^\n]*$/u
/** `Beekeeper, Yakima: "Lovely lads."` */
const VOICE = /^[^:"“]{3,60}:\s*["“]/u
/** A line that speaks to somebody besides: `CAREERS: we're hiring`, `SCHOOLS: class packs`. */
const TO_OTHERS = /^(?:\p{Lu}[\p{Lu}&' -]{3,40}[:?!]\s|careers?\b|vacancies|jobs\b|join (?:us|our|the team)\b)/u
/** What a price includes is no offer of its own. */
const PRICED_WITH = /[£$€]\s?\d.*\b(?:including|includes|included|excluding|not included)\b/iu
const WE_HIRE = /\b(?:we['’]re|we are|now) (?:hiring|recruiting)\b|\bwork for us\b/iu
/** Below it stands what a business does not do. */
const NOT_DONE = /^(?:what (?:we|i|you)|things we)\b.{0,20}\b(?:don['’]t|do not|won['’]t|never|isn['’]t|not)\b/iu
const PAGE_WORDS =
  /\b(?:cookies?|privacy (?:policy|notice|statement|settings)|all rights reserved|javascript|log ?in|sign in|copyright|©|terms (?:and|of|&)|newsletter|free (?:uk |us )?(?:delivery|shipping|postage|p&p)|add to (?:cart|basket|bag)|registered (?:office|charity)|affiliated|authorised by|authorized by|regulated by|low stock|sold out|checkout|gift cards?)\b|^(?:free|fast|next-day|worldwide) (?:\p{L}+ )?(?:delivery|shipping|returns)\b/iu

/**
 * The lines of a text in which a business may be speaking of itself: without menus, buttons, badges, customers' voices
 * and what every page says. `isOwn` where somebody wrote the text to describe the business, and not as a page.
 */
export function spokenLines(text: string, isOwn: boolean): string[] {
  const lines = text
    .slice(0, TEXT_CHARACTERS_MAX)
    .replace(QUOTED, '\n')
    .split('\n')
    .slice(0, LINES_MAX)
    .flatMap((line) => partsOf(line, isOwn))
    .map((line) => line.replace(/[^\S\n]+/gu, ' ').trim())
  return lines.filter((line) => line !== '' && !isFurniture(line, isOwn))
}

/** Whether what follows below a heading is what the business does not do. */
export function opensNotDone(line: string): boolean {
  return line.length < 60 && NOT_DONE.test(line)
}

function partsOf(line: string, isOwn: boolean): string[] {
  const parts = line.split(SEPARATORS).filter((part) => /\p{L}/u.test(part))
  if (parts.length < 3 || isOwn) return parts
  const words = parts.reduce((sum, part) => sum + part.split(/\s+/u).length, 0)
  return words / parts.length <= 3.5 ? [] : parts
}

function isFurniture(line: string, isOwn: boolean): boolean {
  if (OPEN_QUOTE.test(line) || CLOSED_QUOTE.test(line) || VOICE.test(line)) return true
  if (PAGE_WORDS.test(line) && !(isOwn && line.length > 120)) return true
  if (!isOwn && PRICED_WITH.test(line)) return true
  if (WE_HIRE.test(line) || TO_OTHERS.test(line)) return true
  return isShouted(line)
}

/** All in capitals, and longer than a name or `CRM`. */
function isShouted(line: string): boolean {
  const words = line.match(/\p{L}{2,}/gu) ?? []
  return words.length >= 2 && words.every((word) => word === word.toUpperCase())
}
