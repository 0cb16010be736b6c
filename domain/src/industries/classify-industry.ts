import { INDUSTRIES, type Industry } from './industries.ts'
import { INDUSTRY_TYPES, INDUSTRY_WORDS } from './industry-words.ts'

/** What a website says, from the most to the least reliable. */
export interface ClassifiedWords {
  types: readonly string[]
  title: string
  description: string
  headings: readonly string[]
  paragraphs: readonly string[]
}

export interface ClassifiedIndustry {
  industry: Industry
  /** The words of the website that decided, the weightiest first. */
  words: string[]
}

/** Below this the words say too little. */
const SCORE_MIN = 4
/** The factor by which it must exceed the second. */
const LEAD_MIN = 1.4
const [SURE, WEAK] = [3, 1]
const OF_TYPE = 12
const WORDS_SHOWN_MAX = 5
const TEXT_MAX = 20_000
const NOT_A_BUSINESS =
  /\b(?:domain(?: name)?s? (?:is |may be )?for sale|is for sale|buy this domain|coming soon|under construction)\b/iu

interface Cue {
  industry: Industry
  pattern: RegExp
  weight: number
}

const CUES: readonly Cue[] = INDUSTRIES.flatMap((industry) => {
  const { sure, weak } = INDUSTRY_WORDS[industry]
  return [...cuesOf(industry, sure, SURE), ...cuesOf(industry, weak, WEAK)]
})

/**
 * The industry of a website by its own words, and which of them decided. Undefined if they say too little, or as much
 * for another industry. Each word counts once, where it stands most prominently. Software for a trade is software, not
 * that trade.
 */
export function classifyIndustry(said: ClassifiedWords): ClassifiedIndustry | undefined {
  const text = [said.title, said.description].join('\n')
  if (NOT_A_BUSINESS.test(text)) return undefined
  const zones: [text: string, factor: number][] = [
    [said.title, 1.5],
    [said.description, 1.5],
    [said.headings.join('\n').slice(0, TEXT_MAX), 0.7],
    [said.paragraphs.join('\n').slice(0, TEXT_MAX), 0.25],
  ]
  const found = new Map<Industry, { word: string; score: number }[]>()
  const add = (industry: Industry, word: string, score: number) => {
    found.set(industry, [...(found.get(industry) ?? []), { word, score }])
  }
  for (const type of said.types) {
    const industry = INDUSTRY_TYPES.get(type)
    if (industry) add(industry, type, OF_TYPE)
  }
  for (const { industry, pattern, weight } of CUES) {
    const zone = zones.find(([words]) => pattern.test(words))
    if (zone) add(industry, pattern.exec(zone[0])?.[0].toLowerCase() ?? '', weight * zone[1])
  }
  return decide(found)
}

function decide(
  found: ReadonlyMap<Industry, readonly { word: string; score: number }[]>,
): ClassifiedIndustry | undefined {
  const scores = [...found].map(([industry, cues]) => ({
    industry,
    cues,
    score: cues.reduce((sum, { score }) => sum + score, 0),
  }))
  const [first, second] = scores.toSorted((one, other) => other.score - one.score)
  if (!first || first.score < SCORE_MIN || first.score < LEAD_MIN * (second?.score ?? 0)) return undefined
  const words = first.cues.toSorted((one, other) => other.score - one.score).map(({ word }) => word)
  return { industry: first.industry, words: [...new Set(words)].slice(0, WORDS_SHOWN_MAX) }
}

function cuesOf(industry: Industry, words: string, weight: number): Cue[] {
  return alternatives(words).map((word) => {
    const source = word.replace(/~(.*)$/u, '(?:$1)?')
    return { industry, weight, pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`, 'iu') }
  })
}

/** Splits at each `|` outside brackets. */
function alternatives(words: string): string[] {
  return words.split(/\|(?![^(]*\))/u)
}
