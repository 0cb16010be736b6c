import type { AuthorProfile } from '../../identity/author-profile.ts'
import { createChance, type Chance } from './chance.ts'
import { USUAL, type Leaks } from './leaks.ts'
import { addressOf, openAccount, PLATFORMS, type Account } from './planted-accounts.ts'
import { drawPerson } from './planted-person.ts'
import { ACCOUNTS_A_ROUND, plantLookalikes } from './planted-lookalikes.ts'
import { plantTraps } from './planted-traps.ts'

const TRAPS_SHARE = 0.018

export interface PlantedWorld {
  profiles: AuthorProfile[]
  personOf: ReadonlyMap<string, string>
  /** Every two accounts of one person on two platforms. */
  pairs: readonly (readonly [AuthorProfile, AuthorProfile])[]
}

/**
 * Plants this many authors over four platforms, and says who is who. Nearly half of people have one account, the others
 * two to four. Each of the six kinds of trap comes about 36 times in 2,000.
 */
export function plantWorld(seed: number, options: { authors?: number; leaks?: Leaks } = {}): PlantedWorld {
  const { authors = 2_000, leaks = USUAL } = options
  const chance = createChance(seed)
  const taken = new Set<string>()
  const accounts: Account[] = []
  const each = Math.round(authors * TRAPS_SHARE)
  // The traps add nine accounts per round.
  for (let index = 0; accounts.length < authors - Math.ceil(each * (9 + ACCOUNTS_A_ROUND)); index += 1) {
    const person = drawPerson(chance, `p${index}`, leaks)
    const count = drawCount(chance)
    const own = shuffle(chance, PLATFORMS)
      .slice(0, count)
      .map((platform) => openAccount({ chance, leaks, taken }, person, platform))
    accounts.push(...linkEachOther(chance, leaks, own))
  }
  plantTraps({ chance, leaks, taken, accounts }, each)
  plantLookalikes({ chance, leaks, taken, accounts }, each)
  const kept = accounts.slice(0, authors)
  return {
    profiles: shuffle(
      chance,
      kept.map(({ profile }) => profile),
    ),
    personOf: new Map(kept.map(({ personKey, profile }) => [profile.id, personKey])),
    pairs: pairsOf(kept),
  }
}

function drawCount(chance: Chance): number {
  const roll = chance.share()
  if (roll < 0.45) return 1
  if (roll < 0.78) return 2
  return roll < 0.93 ? 3 : 4
}

function linkEachOther(chance: Chance, leaks: Leaks, own: readonly Account[]): Account[] {
  return own.map((account) => {
    const addresses = own
      .filter((other) => other !== account && chance.happens(leaks.crossLink))
      .map((other) => addressOf(other.profile))
    const inWords = addresses.filter(() => chance.happens(0.4))
    const links = [...account.profile.links, ...addresses.filter((address) => !inWords.includes(address))]
    const words = inWords.map((address) => address.replace('https://', ''))
    const bio = words.length === 0 ? account.profile.bio : [account.profile.bio, ...words].filter(Boolean).join(' ')
    return { ...account, profile: { ...account.profile, links, bio } }
  })
}

function pairsOf(accounts: readonly Account[]): (readonly [AuthorProfile, AuthorProfile])[] {
  const byPerson = Map.groupBy(accounts, ({ personKey }) => personKey)
  return [...byPerson.values()].flatMap((own) =>
    own.flatMap((first, index) =>
      own.slice(index + 1).map((second): readonly [AuthorProfile, AuthorProfile] => [first.profile, second.profile]),
    ),
  )
}

function shuffle<T>(chance: Chance, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: chance.share() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value)
}
