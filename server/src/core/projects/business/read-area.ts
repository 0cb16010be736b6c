import type { Sentence } from './read-sentences.ts'
import type { Token } from './tagger.ts'

const OPENS = /^(?:in|across|around|near|throughout|covering|serving|over|within)$/u
const NOT_BEFORE =
  /^(?:written|made|built|published|speak|fluent|certified|qualified|lessons|classes|courses|degree|coded|invested|specialise|specialize|trained|believe)$/u
const NO_AREA =
  /(?:ish|ese)$|^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|French|German|Italian|Greek|Dutch|Arabic|Latin|Excel|Word|Python|JavaScript|English|Sage|Xero|Zoom|Google|Microsoft|Windows|QuickBooks|NHS|VAT|A-level|GCSE)$/u
const TOWNS_MAX = 2

/** Where a business works or is, ready to follow "in": `Kent and Sussex`, `north Bristol`, `the Cotswolds`. */
export function readArea(sentences: readonly Sentence[]): string | undefined {
  for (const { tokens, source } of sentences) {
    for (const [at, { lower }] of tokens.entries()) {
      if (!OPENS.test(lower) || NOT_BEFORE.test(tokens[at - 1]?.lower ?? '')) continue
      const area = areasAt(tokens, at + 1)
      if (area) return area
    }
    if (source === 'title') {
      const area = inTitle(tokens)
      if (area) return area
    }
  }
  return undefined
}

function areasAt(tokens: readonly Token[], start: number): string | undefined {
  const names: string[] = []
  let at = start
  while (names.length < TOWNS_MAX) {
    const { text, end } = areaAt(tokens, at)
    if (text === '') break
    names.push(text)
    if (!/^(?:,|and|&)$/u.test(tokens[end]?.text ?? '')) break
    at = tokens[end + 1]?.lower === 'and' ? end + 2 : end + 1
  }
  return names.length === 0 ? undefined : names.join(' and ')
}

function areaAt(tokens: readonly Token[], start: number): { text: string; end: number } {
  let at = start
  const words: string[] = []
  if (tokens[at]?.lower === 'the' && isName(tokens[at + 1])) words.push(tokens[at++]?.text ?? '')
  if (/^(?:north|south|east|west|central|greater)$/iu.test(tokens[at]?.text ?? '') && isName(tokens[at + 1]))
    words.push(tokens[at++]?.text ?? '')
  const first = at
  while (isName(tokens[at])) words.push(tokens[at++]?.text ?? '')
  return at === first ? { text: '', end: start } : { text: words.join(' '), end: at }
}

function isName(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}[\p{L}'’-]+$/u.test(token.text) && !NO_AREA.test(token.text)
}

/** `Bike shop and workshop, Totnes`: a name at the end, after a comma. */
function inTitle(tokens: readonly Token[]): string | undefined {
  const last = tokens.at(-1)
  return tokens.length >= 4 && tokens.at(-2)?.text === ',' && isName(last) ? last?.text : undefined
}
