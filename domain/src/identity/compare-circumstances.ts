import type { Evidence } from './compare-profiles.ts'
import type { ProfileCorpus } from './profile-corpus.ts'
import type { ProfileFeatures } from './profile-features.ts'

const BIO_WORDS_MIN = 4
/** The share of a bio that its author repeats in another. */
const WORD_SAID_AGAIN = 0.6
const WORDS_TOGETHER = 0.6
/** What two bios without a word in common count against. */
const UNLIKE_BITS = 5
const BIO_BITS_MAX = 8
const BIO_BITS_MIN = -3

/** A personal site identifies its owner. One that colleagues show, or that has the company's name, hardly does. */
export function compareSites(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const own = (features: ProfileFeatures) => [...features.sites].filter((site) => !isCompanys(site, features, corpus))
  const shared = [...first.sites].filter((site) => second.sites.has(site))
  const [personal] = shared.filter(
    (site) => !isCompanys(site, first, corpus) && !isCompanys(site, second, corpus) && !corpus.sharedSites.has(site),
  )
  if (personal !== undefined) {
    const isVerified = first.verifiedSites.has(personal) || second.verifiedSites.has(personal)
    return [{ kind: 'same_site', bits: isVerified ? 16 : 14, about: personal }]
  }
  const [common] = shared
  if (common !== undefined) return [{ kind: 'same_site', bits: 2.5, about: common }]
  const [one] = own(first)
  const [other] = own(second)
  return one !== undefined && other !== undefined ? [{ kind: 'other_site', bits: -2.5, about: other }] : []
}

function isCompanys(site: string, { company, isTeam }: ProfileFeatures, { companies }: ProfileCorpus): boolean {
  const name = (site.split('.').at(-2) ?? '').replaceAll('-', '')
  return isTeam || name === company || (companies.get(name) ?? 0) > 1
}

/** Compares bios by their rarer words, since most words are in most bios. */
export function compareBios(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  if (first.words.size < BIO_WORDS_MIN || second.words.size < BIO_WORDS_MIN) return []
  if (first.bio === second.bio) {
    const seen = corpus.bios.get(first.bio) ?? 1
    return [{ kind: 'same_bio', bits: seen > 3 ? 3 : 10, about: '' }]
  }
  const unlike = 1 - likenessOf(first.words, second.words, corpus)
  const bits = Math.max(BIO_BITS_MIN, Math.min(BIO_BITS_MAX, sharedBits(first, second, corpus) - UNLIKE_BITS * unlike))
  if (Math.abs(bits) < 0.5) return []
  return bits > 0
    ? [{ kind: 'similar_bio', bits, about: sharedWords(first, second, corpus) }]
    : [{ kind: 'other_bio', bits, about: '' }]
}

/**
 * A shared word counts the more, the fewer use it. Words come in company, so together they count less than their sum.
 */
function sharedBits(first: ProfileFeatures, second: ProfileFeatures, { words, bios }: ProfileCorpus): number {
  const shareOf = (word: string) => ((words.get(word) ?? 0) + 1) / (bios.size + 4)
  return [...first.words]
    .filter((word) => second.words.has(word))
    .reduce((sum, word) => sum + WORDS_TOGETHER * Math.max(0, Math.log2(WORD_SAID_AGAIN / shareOf(word))), 0)
}

/** The cosine of two sets of words, each word counting by its rarity. */
function likenessOf(first: ReadonlySet<string>, second: ReadonlySet<string>, corpus: ProfileCorpus): number {
  const squares = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word, corpus) ** 2, 0)
  const shared = squares([...first].filter((word) => second.has(word)))
  return shared / Math.sqrt(squares(first) * squares(second) || 1)
}

function weightOf(word: string, { words, size }: ProfileCorpus): number {
  return Math.log2((size + 2) / ((words.get(word) ?? 0) + 1))
}

function sharedWords(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): string {
  return [...first.words]
    .filter((word) => second.words.has(word) && word.length > 2)
    .toSorted((one, other) => weightOf(other, corpus) - weightOf(one, corpus))
    .slice(0, 3)
    .join(', ')
}

export function compareTowns(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const [one, other] = [first.town, second.town]
  if (one === null || other === null) return []
  if (one !== other) {
    return one.includes(other) || other.includes(one) ? [] : [{ kind: 'other_town', bits: -4, about: other }]
  }
  const bits = Math.log2((Math.max(corpus.located, 100) + 10) / ((corpus.towns.get(one) ?? 0) + 5))
  return [{ kind: 'same_town', bits: Math.min(4, bits), about: one }]
}

export function compareCompanies(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  const [one, other] = [first.company, second.company]
  if (one === null || other === null) return []
  if (one !== other) return [{ kind: 'other_company', bits: -2.5, about: other }]
  const bits = Math.log2((Math.max(corpus.size, 200) + 10) / ((corpus.companies.get(one) ?? 0) + 5)) - 1
  return [{ kind: 'same_company', bits: Math.max(0.5, Math.min(3, bits)), about: one }]
}
