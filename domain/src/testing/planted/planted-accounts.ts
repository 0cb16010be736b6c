import type { AuthorProfile } from '../../identity/author-profile.ts'
import type { Chance } from './chance.ts'
import type { Leaks } from './leaks.ts'
import { COUNTRY_OF, GIVEN, FAMILY } from './names.ts'
import { drawHandle, varyHandle, writeBio, type PlantedPerson } from './planted-person.ts'

export const PLATFORMS = ['github', 'hacker_news', 'bluesky', 'mastodon'] as const
export type PlantedPlatform = (typeof PLATFORMS)[number]

export interface Account {
  personKey: string
  profile: AuthorProfile
}

interface World {
  chance: Chance
  leaks: Leaks
  taken: Set<string>
}

/** Opens an account of a person on a platform. What it shows of the person is drawn each time. */
export function openAccount(
  { chance, leaks, taken }: World,
  person: PlantedPerson,
  platform: PlantedPlatform,
): Account {
  const handle = takeHandle({ chance, leaks, taken }, person, platform)
  const isNamed = platform !== 'hacker_news'
  const roll = chance.share()
  const displayName = !isNamed ? null : nameShown(person, handle, roll, leaks)
  const links = person.site && chance.happens(leaks.showsSite) ? [person.site] : []
  const showsCompany = person.company !== null && chance.happens(leaks.company)
  if (showsCompany && chance.happens(0.3)) links.push(companySite(person.company ?? ''))
  return {
    personKey: person.key,
    profile: {
      id: `${platform}:${person.key}:${handle}`,
      platform,
      host: platform === 'mastodon' ? chance.pick(['mastodon.social', 'hachyderm.io', 'fosstodon.org']) : null,
      handle,
      number: null,
      displayName,
      bio: bioShown(chance, leaks, person),
      links,
      verifiedLinks:
        platform === 'mastodon' && links.length > 0 && chance.happens(leaks.verified) ? links.slice(0, 1) : [],
      location: platform === 'github' || platform === 'mastodon' ? locationShown(chance, leaks, person) : null,
      company: platform === 'github' && showsCompany ? companyShown(chance, person.company ?? '') : null,
      avatarHash: isNamed ? avatarShown(chance, leaks, person, handle) : null,
      emailHash: chance.happens(leaks.email) ? person.email : null,
    },
  }
}

/** A handle belongs to one account per platform; later ones take another spelling. */
function takeHandle({ chance, leaks, taken }: World, person: PlantedPerson, platform: string): string {
  const roll = chance.share()
  let handle = person.handle
  if (roll >= leaks.usualHandle) {
    handle =
      roll < leaks.usualHandle + leaks.variantHandle ? varyHandle(chance, person.handle) : drawOther(chance, person)
  }
  while (taken.has(`${platform}:${handle}`)) handle = varyHandle(chance, handle)
  taken.add(`${platform}:${handle}`)
  return handle
}

/** Another handle altogether: the name in another order, or an unrelated nickname. */
function drawOther(chance: Chance, person: PlantedPerson): string {
  return chance.happens(0.5)
    ? drawHandle(chance, person.given, person.family)
    : drawHandle(chance, chance.pickFrequent(GIVEN), chance.pickFrequent(FAMILY))
}

function nameShown(person: PlantedPerson, handle: string, roll: number, leaks: Leaks): string | null {
  if (roll < leaks.fullName) return `${person.given} ${person.family}`
  if (roll < leaks.fullName + leaks.firstName) return person.given
  return roll < 0.95 ? handle : null
}

function bioShown(chance: Chance, leaks: Leaks, person: PlantedPerson): string | null {
  if (!chance.happens(leaks.bio)) return null
  return chance.happens(leaks.sameBio)
    ? person.bio
    : writeBio(chance, person.job, shuffled(chance, person.interests), person.company)
}

function shuffled(chance: Chance, list: readonly string[]): string[] {
  return list.toSorted(() => chance.share() - 0.5)
}

function locationShown(chance: Chance, leaks: Leaks, { city }: PlantedPerson): string | null {
  if (!chance.happens(leaks.location)) return null
  const country = COUNTRY_OF[city]
  return country && chance.happens(0.5) ? `${city}, ${country}` : city
}

function avatarShown(chance: Chance, leaks: Leaks, person: PlantedPerson, handle: string): string | null {
  if (!chance.happens(leaks.usualAvatar)) return chance.happens(0.5) ? null : `other-${handle}-${chance.below(1e9)}`
  return chance.happens(leaks.avatarSurvives) ? person.avatar : `${person.avatar}-scaled-${chance.below(1e9)}`
}

function companyShown(chance: Chance, company: string): string {
  return chance.happens(0.5) ? company : `@${company.toLowerCase().replaceAll(' ', '')}`
}

export function companySite(company: string): string {
  return `https://${company.toLowerCase().replaceAll(' ', '')}.com`
}

/** The address of an account's profile, as people link to it. */
export function addressOf({ platform, handle, host }: AuthorProfile): string {
  if (platform === 'github') return `https://github.com/${handle}`
  if (platform === 'hacker_news') return `https://news.ycombinator.com/user?id=${handle}`
  if (platform === 'bluesky') return `https://bsky.app/profile/${handle}.bsky.social`
  return `https://${host}/@${handle}`
}
