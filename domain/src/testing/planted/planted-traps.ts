import type { AuthorProfile } from '../../identity/author-profile.ts'
import type { Chance } from './chance.ts'
import {
  addressOf,
  companySite,
  openAccount,
  PLATFORMS,
  type Account,
  type PlantedPlatform,
} from './planted-accounts.ts'
import { drawPerson, varyHandle } from './planted-person.ts'
import type { Leaks } from './leaks.ts'

export interface TrapWorld {
  chance: Chance
  leaks: Leaks
  taken: Set<string>
  accounts: Account[]
}

/**
 * People who look like somebody else: namesakes in one town and trade, strangers with somebody's handle, parodies, a
 * team's account under a colleague's name, people who link to another's profile, and two who share a site.
 */
export function plantTraps(world: TrapWorld, each: number): void {
  for (let index = 0; index < each; index += 1) {
    plantNamesake(world, `namesake-${index}`)
    plantStranger(world, `stranger-${index}`)
    plantParody(world, `parody-${index}`)
    plantTeam(world, `team-${index}`)
    plantAdmirer(world, `admirer-${index}`)
    plantHousehold(world, `household-${index}`)
  }
}

/** The same full name, town and trade, and often a handle made of that name. */
function plantNamesake(world: TrapWorld, key: string): void {
  const first = drawPerson(world.chance, `${key}-a`, world.leaks)
  const second = { ...drawPerson(world.chance, `${key}-b`, world.leaks), given: first.given, family: first.family }
  open(world, first, 'github')
  open(world, { ...second, city: first.city, job: first.job }, 'bluesky')
}

/** A stranger with somebody's handle, or nearly, on another platform. */
function plantStranger(world: TrapWorld, key: string): void {
  const victim = world.chance.pick(world.accounts).profile
  const person = drawPerson(world.chance, key, { ...world.leaks, hasSite: 0.3 })
  const handle = world.chance.happens(0.4) ? (victim.handle ?? '') : varyHandle(world.chance, victim.handle ?? '')
  open(world, { ...person, handle }, elsewhere(world.chance, victim.platform))
}

/** Another's name and picture, and a handle close to theirs. Three in four say so, as platforms demand. */
function plantParody(world: TrapWorld, key: string): void {
  const victim = world.chance.pick(world.accounts).profile
  const saysSo = world.chance.happens(0.75)
  const person = drawPerson(world.chance, key, world.leaks)
  const account = openAccount(
    world,
    { ...person, handle: `${victim.handle}${world.chance.pick(['real', 'parody', '_', 'hq'])}`, site: null },
    elsewhere(world.chance, victim.platform),
  )
  const bio = saysSo
    ? world.chance.pick(['Parody account.', 'Not affiliated with the real one.', 'Fan account, unofficial.'])
    : account.profile.bio
  world.accounts.push({
    ...account,
    profile: {
      ...account.profile,
      displayName: victim.displayName,
      avatarHash: victim.avatarHash,
      bio,
      emailHash: null,
      location: null,
    },
  })
}

/** A team under one handle on one platform, and one of its members under the same on another. */
function plantTeam(world: TrapWorld, key: string): void {
  const person = drawPerson(world.chance, key, world.leaks)
  const company = person.company ?? 'Oxbow'
  const handle = `${company.toLowerCase().replaceAll(' ', '')}${world.chance.pick(['hq', 'team', 'app', ''])}`
  const member = open(world, { ...person, handle, company }, 'hacker_news')
  const team = openAccount(
    world,
    { ...person, key: `${key}-team`, handle, company, site: companySite(company) },
    'bluesky',
  )
  const bio = world.chance.pick([
    `The official account of ${company}.`,
    `We build ${company}.`,
    `News from the team at ${company}.`,
  ])
  world.accounts.push({
    personKey: `${key}-team`,
    profile: {
      ...team.profile,
      displayName: company,
      bio,
      avatarHash: `logo-${company}`,
      emailHash: null,
      location: null,
      links: [companySite(company)],
    },
  })
  if (world.chance.happens(0.5)) member.links = [...member.links, companySite(company)]
}

/** Links to somebody else's profile: a maintainer, a friend, the project they work on. */
function plantAdmirer(world: TrapWorld, key: string): void {
  const admired = world.chance.pick(world.accounts).profile
  const account = open(world, drawPerson(world.chance, key, world.leaks), elsewhere(world.chance, admired.platform))
  const address = addressOf(admired).replace('https://', '')
  account.bio = world.chance.pick([
    `Contributor to ${address}`,
    `Friend of ${address}. ${account.bio ?? ''}`,
    `I use ${address} every day`,
  ])
}

/** Two people with one family name and one site. */
function plantHousehold(world: TrapWorld, key: string): void {
  const first = drawPerson(world.chance, `${key}-a`, world.leaks)
  const site = `https://${first.family.toLowerCase()}-family-${key.slice(-2)}.net`
  const second = { ...drawPerson(world.chance, `${key}-b`, world.leaks), family: first.family, city: first.city, site }
  open(world, { ...first, site }, 'github')
  open(world, second, 'mastodon')
}

export function open(
  world: TrapWorld,
  person: Parameters<typeof openAccount>[1],
  platform: PlantedPlatform,
): { -readonly [Key in keyof AuthorProfile]: AuthorProfile[Key] } {
  const account = openAccount(world, person, platform)
  world.accounts.push(account)
  return account.profile
}

export function elsewhere(chance: Chance, platform: string): PlantedPlatform {
  return chance.pick(PLATFORMS.filter((other) => other !== platform))
}
