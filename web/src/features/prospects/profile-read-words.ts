import type { ProfileFetch } from '@leadlight/contract/identity'
import type { PersonFact } from '@leadlight/contract/prospects'
import { formatDate, formatTime } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'

/** The values a profile may give, in display order. */
const GIVEN: readonly (readonly [PersonFact['field'], string])[] = [
  ['name', 'name'],
  ['person_title', 'role'],
  ['company_name', 'company'],
  ['location', 'location'],
  ['website', 'website'],
  ['email', 'email'],
  ['bio', 'what they say of themselves'],
]

interface ReadContext {
  /** The facts about the account's owner, from any source. */
  facts: readonly Pick<PersonFact, 'field' | 'source'>[]
  now: Date
}

/** When an account's public profile was last read, the result, the values, and when it is read next. */
export function profileReadWords(profileFetch: ProfileFetch, { facts, now }: ReadContext): string {
  const { state, looked_at, next_at, error } = profileFetch
  const at = looked_at ? formatDate(looked_at) : ''
  const turn = next_at && new Date(next_at) > now ? formatTime(next_at, now) : null
  switch (state) {
    case 'never':
      return 'Not read yet. Its turn comes by itself.'
    case 'waiting':
      return turn
        ? `Waits until ${platformName(profileFetch.platform)} lets it be read, at ${turn} or later.`
        : 'Being read.'
    case 'done':
      return `Read ${at}${givenBy(facts)}.${next_at ? ` Again ${formatDate(next_at)}.` : ''}`
    case 'gone':
      return `Gone or closed when it was looked at, ${at}. What it said was not kept.`
    case 'failed':
      return `Could not be read ${at}. ${error ?? ''}${turn ? ` Tried again ${turn}.` : ''}`
    case 'not_offered':
    default:
      return `Profiles on ${platformName(profileFetch.platform)} are not read.`
  }
}

function givenBy(facts: ReadContext['facts']): string {
  const given = new Set(facts.filter(({ source }) => source === 'profile').map(({ field }) => field))
  const words = GIVEN.filter(([field]) => given.has(field)).map(([, word]) => word)
  return words.length > 0 ? `: ${words.join(', ')}` : '; it says nothing'
}
