import { PARTICIPLE } from './noun-phrase.ts'
import type { Sentence } from './read-sentences.ts'
import type { Token } from './tagger.ts'

const OPENS = /^(?:in|across|around|near|throughout|covering|serving|over|within)$/u
const NOT_BEFORE =
  /^(?:written|made|built|published|speak|fluent|certified|qualified|coded|invested|specialise|specialize|trained|believe|roasted|brewed|baked|grown|crafted|sewn|printed|designed|assembled|woven|published|born|started|founded)$/u
const NO_AREA =
  /(?:ish|ese)$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|French|German|Italian|Greek|Dutch|Arabic|Latin|Excel|Word|Python|JavaScript|English|Sage|Xero|Zoom|Google|Microsoft|Windows|QuickBooks|NHS|VAT|A-level|GCSE)$/u

/** So many sentences introduce a business. */
const INTRODUCTION = 4
/** Opens an area wherever it stands; "in" does so only where the business speaks of its work or its rooms. */
const COVERS = /^(?:across|covering|throughout|serving)$/u
const OF_WHERE =
  /\b(?:based|offices?|workshop|studio|visits?|located|in person|we work|callouts?|showroom|clinic|shop)\b/iu

/**
 * Where a business works or is, ready to follow "in": `Kent and Sussex`, `north Bristol`, `the Cotswolds`. Where
 * something else is, as a page says in passing, is not meant: `offers` are the words beside which it counts.
 */
export function readArea(
  sentences: readonly Sentence[],
  offers: readonly string[],
  name: string | null,
): string | undefined {
  for (const [at, { tokens, source, text }] of sentences.entries()) {
    const isStated = (source !== 'heading' && source !== 'paragraph') || at < INTRODUCTION
    const lower = text.toLowerCase()
    const speaksOfIt =
      source === 'title' ||
      (isStated && (OF_WHERE.test(text) || offers.some((offer) => lower.includes(offer.toLowerCase()))))
    const area =
      areaIn(tokens, speaksOfIt) ??
      (speaksOfIt ? afterComma(tokens) : undefined) ??
      (isStated && !isOwnName(text, name) ? (onlyPlaces(tokens) ?? placeOfOnlyOne(tokens)) : undefined)
    if (area) return area
  }
  return undefined
}

function areaIn(tokens: readonly Token[], speaksOfIt: boolean): string | undefined {
  for (const [at, { lower }] of tokens.entries()) {
    const opens = COVERS.test(lower) || (speaksOfIt && OPENS.test(lower))
    if (!opens || NOT_BEFORE.test(tokens[at - 1]?.lower ?? '')) continue
    const area = areasAt(tokens, at + 1)
    if (area) return area
  }
  return undefined
}

function areasAt(tokens: readonly Token[], start: number): string | undefined {
  let at = start
  // "covering all of South Wales"
  while (isAboutSize(tokens, at)) at += 1
  const first = areaAt(tokens, at)
  if (first.text === '') return undefined
  // "Puglia, Italy" is one; "Kent and Sussex", "Kent, Sussex and Surrey" are more.
  const second = areaAt(tokens, first.end + 1)
  const isAnd = /^(?:and|&)$/u.test(tokens[first.end]?.text ?? '')
  const isList = tokens[first.end]?.text === ',' && /^(?:,|and|&)$/u.test(tokens[second.end]?.text ?? '')
  return second.text !== '' && (isAnd || isList) ? `${first.text} and ${second.text}` : first.text
}

/** `all of Kent`, `the heart of Rome`. */
function isAboutSize(tokens: readonly Token[], at: number): boolean {
  const SIZE = /^(?:all|most|much|parts|of|heart|centre|center|middle|edge)$/u
  const [word, next] = [tokens[at]?.lower ?? '', tokens[at + 1]?.lower ?? '']
  return SIZE.test(word) || (word === 'the' && SIZE.test(next))
}

function areaAt(tokens: readonly Token[], start: number): { text: string; end: number } {
  let at = start
  const words: string[] = []
  if (tokens[at]?.lower === 'the' && isName(tokens[at + 1])) words.push(tokens[at++]?.text ?? '')
  if (/^(?:north|south|east|west|central|greater)$/iu.test(tokens[at]?.text ?? '') && isName(tokens[at + 1]))
    words.push(tokens[at++]?.text ?? '')
  const first = at
  // "the Forest of Dean"
  while (isName(tokens[at]) || (at > first && tokens[at]?.lower === 'of' && isName(tokens[at + 1])))
    words.push(tokens[at++]?.text ?? '')
  // "in Outlook folders": a name that belongs to a thing.
  const next = tokens[at]
  const isOfThing =
    (next?.pos === 'NOUN' || next?.pos === 'ADJ') &&
    !PARTICIPLE.test(next.lower) &&
    !/^(?:city|town|centre|center|area|region|county|district)$/u.test(next.lower)
  return at === first || isOfThing ? { text: '', end: start } : { text: words.join(' '), end: at }
}

function isName(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    /^\p{Lu}[\p{L}'’]+(?:-(?:\p{Lu}\p{L}+|upon|on|le|by|under|in|the))*$/u.test(token.text) &&
    !NO_AREA.test(token.text)
  )
}

/** `Bike shop and workshop, Totnes`, `restaurant on Mill Road, Cambridge`: a name at the end, after a comma. */
function afterComma(tokens: readonly Token[]): string | undefined {
  const own = tokens.at(-1)?.text === '.' ? tokens.slice(0, -1) : tokens
  const last = own.at(-1)
  return own.length >= 4 && own.at(-2)?.text === ',' && isName(last) ? last?.text : undefined
}

/** `Gatwick, Brighton, Crawley`, `Devon, Somerset and Dorset`: a sentence of nothing but names, at least two. */
function onlyPlaces(tokens: readonly Token[]): string | undefined {
  const own = tokens.at(-1)?.text === '.' ? tokens.slice(0, -1) : tokens
  const areArea = own.every((token) => isName(token) || /^(?:and|&|,|the)$/u.test(token.lower))
  const first = areaAt(own, 0)
  if (!areArea || first.text === '' || first.end === own.length) return undefined
  const last = own.findLastIndex(({ lower }) => /^(?:and|&|,)$/u.test(lower))
  const second = areaAt(own, first.end + 1)
  return second.text === '' || last < 0 ? undefined : `${first.text} and ${second.text}`
}

/** `Naperville's only boarding hotel` */
function placeOfOnlyOne([first, next]: readonly Token[]): string | undefined {
  const place = /^(\p{Lu}[\p{L}-]+)['’]s$/u.exec(first?.text ?? '')?.[1]
  return place && /^(?:only|first|oldest|best|biggest|largest|smallest|original|friendliest)$/u.test(next?.lower ?? '')
    ? place
    : undefined
}

/** `Spoke & Saddle`, which is no pair of places. */
function isOwnName(text: string, name: string | null): boolean {
  return (name ?? '').toLowerCase().includes(text.toLowerCase().replace(/[.!]$/u, ''))
}
