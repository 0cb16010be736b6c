import type { Chance } from './chance.ts'
import type { Leaks } from './leaks.ts'
import { CITIES, COMPANIES, FAMILY, GIVEN, INTERESTS, JOBS, NICK_FIRST, NICK_SECOND } from './names.ts'

/** A person and what they might say about themselves. Each account draws what it shows. */
export interface PlantedPerson {
  key: string
  given: string
  family: string
  handle: string
  site: string | null
  city: string
  company: string | null
  avatar: string
  email: string
  bio: string
  interests: string[]
  job: string
}

/** Draws names, towns and trades as they are spread, so namesakes arise by themselves. */
export function drawPerson(chance: Chance, key: string, leaks: Leaks): PlantedPerson {
  const given = chance.pickFrequent(GIVEN)
  const family = chance.pickFrequent(FAMILY)
  const handle = drawHandle(chance, given, family)
  const job = chance.pickFrequent(JOBS)
  const interests = [0, 1, 2].map(() => chance.pickFrequent(INTERESTS))
  const company = chance.happens(0.6) ? chance.pickFrequent(COMPANIES) : null
  return {
    key,
    given,
    family,
    handle,
    site: chance.happens(leaks.hasSite) ? drawSite(chance, given, family, handle) : null,
    city: chance.pickFrequent(CITIES),
    company,
    avatar: `picture-${key}`,
    email: `mail-${key}`,
    bio: writeBio(chance, job, interests, company),
    interests,
    job,
  }
}

export function drawHandle(chance: Chance, given: string, family: string): string {
  const [first, last] = [given.toLowerCase(), family.toLowerCase()]
  const roll = chance.share()
  if (roll < 0.24) return `${first}${last}`
  if (roll < 0.4) return `${first.charAt(0)}${last}`
  if (roll < 0.5) return `${first}_${last}`
  if (roll < 0.56) return `${last}${first.charAt(0)}`
  if (roll < 0.64) return `${first}${chance.below(100)}`
  if (roll < 0.7) return first
  if (roll < 0.9) return `${chance.pickFrequent(NICK_FIRST)}${chance.pickFrequent(NICK_SECOND)}`
  return `${chance.pickFrequent(NICK_FIRST)}${chance.pickFrequent(NICK_SECOND)}${chance.below(1000)}`
}

/** Another spelling of a handle, as people choose if theirs is taken. Strangers take the very same. */
export function varyHandle(chance: Chance, handle: string): string {
  const roll = chance.share()
  if (roll < 0.35) return `${handle}${chance.below(100)}`
  if (roll < 0.5) return `${handle}_`
  if (roll < 0.65) return `${handle}dev`
  if (roll < 0.8) return `the${handle}`
  return handle.includes('_') ? handle.replaceAll('_', '') : `${handle.slice(0, 4)}_${handle.slice(4)}`
}

function drawSite(chance: Chance, given: string, family: string, handle: string): string {
  const [first, last] = [given.toLowerCase(), family.toLowerCase()]
  const roll = chance.share()
  // Only the first person gets the address of a name. If two draw the same, both count as having it wrong.
  if (roll < 0.4) return `https://${first}${last}.${chance.pick(['dev', 'com', 'io', 'me', 'net', 'org', 'blog'])}`
  if (roll < 0.75) return `https://${handle.replaceAll('_', '-')}.${chance.pick(['dev', 'com', 'io', 'xyz'])}`
  if (roll < 0.9) return `https://${handle.replaceAll('_', '-')}.github.io`
  return `https://linktr.ee/${handle}`
}

export function writeBio(chance: Chance, job: string, interests: readonly string[], company: string | null): string {
  const at = company && chance.happens(0.6) ? ` at ${company}` : ''
  const opening = chance.pick([`${capital(job)}${at}.`, `I am a ${job}${at}.`, `${job}${at},`])
  const middle = chance.pick([
    interests.join(', '),
    `Into ${interests.join(' and ')}`,
    `I like ${interests.slice(0, 2).join(' and ')}`,
  ])
  return `${opening} ${middle}${chance.happens(0.3) ? '. Opinions my own.' : ''}`
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
