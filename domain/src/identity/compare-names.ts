import type { Evidence } from './compare-profiles.ts'
import { handleBits, handleStem, isLikelyImpersonation } from './handle-rarity.ts'
import { handlesOfName, mayBeSameName, type PersonName } from './person-name.ts'
import { fullName, type Counts, type ProfileCorpus } from './profile-corpus.ts'
import type { ProfileFeatures } from './profile-features.ts'

/** However rare a name is, namesakes exist, so a name alone never carries a proposal. */
const NAME_BITS_MAX = 10.5
const HANDLE_BITS_MAX = 16
const VARIANT_BITS_MAX = 9
/** Beside a name, a handle made of that name adds only how it was made. */
const BITS_BESIDE_NAME = 3.5
/** Most people keep their handle, or a spelling of it, from one platform to the next. */
const OTHER_HANDLE_BITS = -2

export function compareNames(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  if (!first.name || !second.name) return []
  if (!mayBeSameName(first.name, second.name)) {
    return [{ kind: 'other_name', bits: -9, about: writeName(second.name) }]
  }
  const isWhole = first.name.family !== null && second.name.family !== null
  const bits = isWhole ? fullNameBits(first.name, corpus) : Math.min(3, givenNameBits(first.name, corpus) * 0.5)
  return [{ kind: 'same_name', bits, about: writeName(isWhole ? first.name : shorter(first.name, second.name)) }]
}

/** The same handle counts by its rarity, and a variant less. What a name already says is not counted twice. */
export function compareHandles(
  first: ProfileFeatures,
  second: ProfileFeatures,
  { corpus, names }: { corpus: ProfileCorpus; names: readonly Evidence[] },
): Evidence[] {
  if (first.handle === null || second.handle === null) return []
  const said = names.some(({ kind, bits }) => kind === 'same_name' && bits > 4) ? first.name : undefined
  if (first.handle === second.handle) {
    const isOfName = said !== undefined && isHandleOf(first, said)
    const bits = Math.min(HANDLE_BITS_MAX, bitsAmong(first.handle, corpus))
    const known = isOfName ? Math.max(BITS_BESIDE_NAME, bits - nameBits(names)) : bits
    return [{ kind: 'same_handle', bits: known, about: first.handle }]
  }
  if (first.stem !== null && first.stem === second.stem) {
    const isOfName = said !== undefined && isHandleOf(first, said)
    const isPlayed = isLikelyImpersonation(first.handle) !== isLikelyImpersonation(second.handle)
    const bits = Math.min(isPlayed ? VARIANT_BITS_MAX - 3 : VARIANT_BITS_MAX, bitsAmong(first.stem, corpus) - 3)
    return [{ kind: 'similar_handle', bits: Math.max(0.5, isOfName ? Math.min(2, bits) : bits), about: first.stem }]
  }
  const made = handleOfName(first, second, corpus)
  return made.length > 0 ? made : [{ kind: 'other_handle', bits: OTHER_HANDLE_BITS, about: second.handle }]
}

/** A handle counts by its likeliest origin: common words, or what other handles here are made of. */
function bitsAmong(handle: string, { beginnings, ends, stems }: ProfileCorpus): number {
  const stem = handleStem(handle)
  const rarity = (counts: Counts, part: string) =>
    Math.log2((Math.max(stems, 500) + 10) / ((counts.get(part) ?? 0) + 0.5))
  // What is added to the stem, such as digits, has only its own rarity.
  const rest = Math.max(0, handleBits(handle) - handleBits(stem))
  let least = handleBits(handle)
  for (let position = 1; position < stem.length; position += 1) {
    const [head, tail] = [stem.slice(0, position), stem.slice(position)]
    // A part that occurs in this handle alone is not what handles are made of.
    if ((beginnings.get(head) ?? 0) < 2 || (ends.get(tail) ?? 0) < 2) continue
    least = Math.min(least, rarity(beginnings, head) + rarity(ends, tail) + rest + 1)
  }
  return least
}

/** One shows a name, and the other a handle made of it. */
function handleOfName(first: ProfileFeatures, second: ProfileFeatures, corpus: ProfileCorpus): Evidence[] {
  for (const [named, other] of [
    [first, second],
    [second, first],
  ] as const) {
    if (!named.name || other.name || other.stem === null || !isHandleOf(other, named.name)) continue
    return [
      { kind: 'handle_of_name', bits: Math.min(8, fullNameBits(named.name, corpus) - 2), about: writeName(named.name) },
    ]
  }
  return []
}

function isHandleOf({ stem, handle }: ProfileFeatures, name: PersonName): boolean {
  const bare = handle?.replaceAll(/[\W_]/gu, '') ?? ''
  return handlesOfName(name).some((made) => made === stem || made === bare)
}

/** Counts how many have the given and the family name, each once more than seen. */
function fullNameBits(name: PersonName, corpus: ProfileCorpus): number {
  const seen = corpus.fullNames.get(fullName(name) ?? '') ?? 0
  // Several people with one full name say more about its frequency than its parts do.
  const crowd = Math.max(0, Math.log2(Math.max(1, seen) / 4)) * 2
  return Math.max(1, Math.min(NAME_BITS_MAX, givenNameBits(name, corpus) + familyNameBits(name, corpus)) - crowd)
}

function givenNameBits({ given }: PersonName, { givenNames, named }: ProfileCorpus): number {
  return Math.min(6, Math.log2((Math.max(named, 500) + 20) / ((givenNames.get(given) ?? 0) + 8)))
}

function familyNameBits({ family }: PersonName, { familyNames, named }: ProfileCorpus): number {
  return Math.min(7, Math.log2((Math.max(named, 500) + 20) / ((familyNames.get(family ?? '') ?? 0) + 4)))
}

function nameBits(names: readonly Evidence[]): number {
  return names.reduce((sum, { bits }) => sum + bits, 0)
}

function shorter(first: PersonName, second: PersonName): PersonName {
  return first.family === null ? first : second
}

function writeName({ given, family }: PersonName): string {
  return [given, family]
    .filter((part) => part !== null)
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join(' ')
}
