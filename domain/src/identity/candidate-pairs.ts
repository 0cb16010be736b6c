import { handlesOfName } from './person-name.ts'
import { fullName } from './profile-corpus.ts'
import type { ProfileFeatures } from './profile-features.ts'

/**
 * A trace shared by more than these identifies nobody. Its block is left out, and its members meet by their other
 * traces.
 */
const BLOCK_MAX = 40

/** Every two profiles on different platforms that share a trace worth comparing, each pair once. */
export function candidatePairs(all: readonly ProfileFeatures[]): [ProfileFeatures, ProfileFeatures][] {
  const blocks = new Map<string, Set<number>>()
  all.forEach((features, index) => {
    for (const key of blockKeys(features)) {
      const block = blocks.get(key)
      if (block) block.add(index)
      else blocks.set(key, new Set([index]))
    }
  })
  const met = new Set<number>()
  const pairs: [ProfileFeatures, ProfileFeatures][] = []
  for (const block of blocks.values()) {
    if (block.size < 2 || block.size > BLOCK_MAX) continue
    for (const [one, other] of pairsOf([...block])) {
      const [first, second] = [all[one], all[other]]
      const pair = one * all.length + other
      if (!first || !second || met.has(pair) || first.profile.platform === second.profile.platform) continue
      met.add(pair)
      pairs.push([first, second])
    }
  }
  return pairs
}

function blockKeys(features: ProfileFeatures): Set<string> {
  const { profile, handle, stem, name, town, bio, sites, ownAccounts, namedAccounts, accountKey } = features
  const whole = name && fullName(name)
  const keys = [
    handle && `handle ${handle.replaceAll(/[\W_]/gu, '')}`,
    stem && `handle ${stem}`,
    profile.emailHash && `email ${profile.emailHash}`,
    profile.avatarHash && `avatar ${profile.avatarHash}`,
    accountKey && `account ${accountKey}`,
    whole && `name ${whole}`,
    // A frequent name makes too large a block; with the town it is small enough again.
    whole && town && `name ${whole} ${town}`,
    bio.length > 20 && `bio ${bio}`,
    ...[...sites].map((site) => `site ${site}`),
    ...[...ownAccounts.keys(), ...namedAccounts].map((key) => `account ${key}`),
    ...(name ? handlesOfName(name).map((made) => `handle ${made}`) : []),
  ]
  return new Set(keys.flatMap((key) => (typeof key === 'string' && key !== '' ? [key] : [])))
}

function* pairsOf(indices: readonly number[]): Generator<[number, number]> {
  for (const [place, one] of indices.entries()) {
    for (const other of indices.slice(place + 1)) yield one < other ? [one, other] : [other, one]
  }
}
