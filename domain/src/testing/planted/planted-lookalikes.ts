import { addressOf, openAccount, type PlantedPlatform } from './planted-accounts.ts'
import { drawPerson, writeBio } from './planted-person.ts'
import { elsewhere, open, type TrapWorld } from './planted-traps.ts'

/**
 * Lookalikes that no word gives away: people who show the bare address of another's profile; two of one small firm with
 * its site, town and logo; and, a sixth as many, impersonators who take over name, picture and words.
 */
export function plantLookalikes(world: TrapWorld, each: number): void {
  for (let index = 0; index < each; index += 1) {
    plantBareLink(world, `bare-${index}`)
    plantFirm(world, `firm-${index}`)
    if (index % 6 === 0) plantImpersonator(world, `impersonator-${index}`)
  }
}

const SHOWS_NAMES = ['github', 'bluesky', 'mastodon'] as const satisfies PlantedPlatform[]

/** How many accounts one round adds. */
export const ACCOUNTS_A_ROUND = 3 + 1 / 6

/** A co-founder, a maintainer, a partner: one of the links, without a word on whose it is. */
function plantBareLink(world: TrapWorld, key: string): void {
  const other = world.chance.pick(world.accounts).profile
  const account = open(world, drawPerson(world.chance, key, world.leaks), elsewhere(world.chance, other.platform))
  account.links = [...account.links, addressOf(other)]
}

/** Two people with one project: they share its site and town, and often its logo as picture. */
function plantFirm(world: TrapWorld, key: string): void {
  const { chance, leaks } = world
  const first = drawPerson(chance, `${key}-a`, leaks)
  const second = drawPerson(chance, `${key}-b`, leaks)
  const site = `https://${chance.pick(['get', 'try', 'use', ''])}${key.replace('-', '')}.io`
  const shared = { site, city: first.city, company: null }
  const logo = chance.happens(0.4) ? { avatar: `logo-${key}` } : {}
  open(world, { ...first, ...shared, ...logo }, 'hacker_news')
  open(world, { ...second, ...shared, ...logo }, chance.pick(SHOWS_NAMES))
}

/** An impersonator for gain: the same name and picture, the same words or nearly, a handle one letter off. */
function plantImpersonator(world: TrapWorld, key: string): void {
  const { chance, leaks } = world
  const victim = chance.pick(world.accounts).profile
  const handle = misspell(victim.handle ?? '', chance.below(3))
  const person = { ...drawPerson(chance, key, leaks), handle, site: null }
  const account = openAccount(world, person, chance.pick(SHOWS_NAMES.filter((each) => each !== victim.platform)))
  const bio = chance.happens(0.6) ? victim.bio : writeBio(chance, person.job, person.interests, null)
  world.accounts.push({
    ...account,
    profile: {
      ...account.profile,
      displayName: victim.displayName,
      avatarHash: victim.avatarHash,
      bio,
      emailHash: null,
    },
  })
}

function misspell(handle: string, way: number): string {
  if (way === 0) return `${handle}${handle.at(-1) ?? ''}`
  if (way === 1) return handle.replace('l', '1').replace('o', '0')
  return `_${handle}`
}
