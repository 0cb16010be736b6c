import type { AuthorProfile } from '../../identity/author-profile.ts'
import { addressOf } from './planted-accounts.ts'
import type { PlantedWorld } from './planted-world.ts'

/** The share of one person's pairs of accounts that share each trace. */
export type Leaked = Record<'handle' | 'name' | 'avatar' | 'site' | 'email' | 'bio' | 'crossLink' | 'nothing', number>

/**
 * How much a planted world gives away, counted without the matcher. `nothing` is the share of pairs without one of
 * these traces to the letter. Only variants of a handle, a town, a trade, or a third account can connect those.
 */
export function countLeaks({ pairs }: PlantedWorld): Leaked {
  const share = (has: Trace) => pairs.filter(([first, second]) => has(first, second)).length / pairs.length
  const traces = Object.values(TRACES)
  return {
    handle: share(TRACES.handle),
    name: share(TRACES.name),
    avatar: share(TRACES.avatar),
    site: share(TRACES.site),
    email: share(TRACES.email),
    bio: share(TRACES.bio),
    crossLink: share(TRACES.crossLink),
    nothing: share((first, second) => !traces.some((has) => has(first, second))),
  }
}

type Trace = (first: AuthorProfile, second: AuthorProfile) => boolean

const TRACES = {
  handle: (first, second) => first.handle === second.handle,
  name: (first, second) => first.displayName?.includes(' ') === true && first.displayName === second.displayName,
  avatar: (first, second) => first.avatarHash !== null && first.avatarHash === second.avatarHash,
  site: (first, second) => first.links.some((link) => second.links.includes(link)),
  email: (first, second) => first.emailHash !== null && first.emailHash === second.emailHash,
  bio: (first, second) => first.bio !== null && first.bio === second.bio,
  crossLink: (first, second) => namesOther(first, second) || namesOther(second, first),
} satisfies Record<string, Trace>

function namesOther(from: AuthorProfile, to: AuthorProfile): boolean {
  const address = addressOf(to)
  return from.links.includes(address) || from.bio?.includes(address.replace('https://', '')) === true
}
