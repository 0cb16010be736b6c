import type { PersonField } from '@leadlight/domain/prospects'
import { readTitle } from '@leadlight/domain/identity/job-titles'
import { normalizeTitle } from '@leadlight/domain/identity/normalize-title'
import { ChannelError } from '../../channels/channel.ts'
import type { ProfileReading, PublicProfile } from '../../channels/profile-source.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { noteFacts } from '../prospects/note-facts.ts'
import type { EnrichmentDependencies } from './enrichment-dependencies.ts'
import { enqueueFinding } from './find-identities-job.ts'
import { findAccountDue, postponeFetch, saveFetch, setTraces, type AccountToFetch, type Fetch } from './fetch-store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** How long after it was read a profile is read again. */
const FRESH_MS = 30 * DAY_MS
/** The longest wait after failures; each failure doubles it. */
const WAIT_MAX_MS = 7 * DAY_MS

const NOTHING: Record<PersonField, null> = {
  name: null,
  location: null,
  person_title: null,
  company_name: null,
  website: null,
  bio: null,
  email: null,
}

export interface ProfileIds {
  organizationId: string
  profileId: string
}

/**
 * Reads an account's public profile if it is due, and stores what it says, with where and when it was read. What it no
 * longer says goes; nothing is kept of an account that is gone or whose owner wants no machine to read it. A platform
 * without room now is no failure: the profile waits its turn.
 */
export async function readProfile(
  deps: EnrichmentDependencies,
  { organizationId, profileId }: ProfileIds,
  signal: AbortSignal,
): Promise<void> {
  const scope = organizationScope(organizationId)
  const account = await deps.db.transaction(scope, (tx) =>
    findAccountDue(tx, organizationId, { profileId, now: deps.clock.now() }),
  )
  if (!account) return
  const reading = await read(deps, account, signal)
  const now = deps.clock.now()
  await deps.db.transaction(scope, async (tx) => {
    if (reading.kind === 'failed' && reading.error.kind === 'rate_limited') {
      const nextAt = new Date(now.getTime() + (reading.error.retryAfterMs ?? HOUR_MS))
      await postponeFetch(tx, organizationId, profileId, nextAt)
      return
    }
    await saveFetch(tx, organizationId, profileId, lookOf(reading, { now, failures: account.failures }))
    if (reading.kind === 'failed' || reading.kind === 'not_offered') return
    await keep(tx, deps, { organizationId, profileId, projectId: account.projectId, reading, now })
    await enqueueFinding(tx, deps, { organizationId, projectId: account.projectId }, { soon: true })
  })
}

type Reading = ProfileReading | { kind: 'failed'; error: ChannelError } | { kind: 'not_offered' }

async function read(
  { profiles }: EnrichmentDependencies,
  account: AccountToFetch,
  signal: AbortSignal,
): Promise<Reading> {
  const source = profiles.find(({ platform }) => platform === account.platform)
  if (!source) return { kind: 'not_offered' }
  try {
    return await source.read(account, signal)
  } catch (error) {
    if (error instanceof ChannelError) return { kind: 'failed', error }
    throw error
  }
}

function lookOf(reading: Reading, { now, failures }: { now: Date; failures: number }): Fetch {
  const after = (ms: number) => new Date(now.getTime() + ms)
  const look = { lookedAt: now, nextAt: null, error: null, failures: 0 }
  if (reading.kind === 'read') return { ...look, state: 'done', nextAt: after(FRESH_MS) }
  if (reading.kind === 'not_offered') return { ...look, state: 'not_offered' }
  if (reading.kind !== 'failed') return { ...look, state: 'gone' }
  const wait = Math.max(reading.error.retryAfterMs ?? 0, Math.min(WAIT_MAX_MS, HOUR_MS * 2 ** failures))
  return { ...look, state: 'failed', nextAt: after(wait), error: reading.error.message, failures: failures + 1 }
}

interface Keeping extends ProfileIds {
  projectId: string
  reading: ProfileReading
  now: Date
}

async function keep(tx: Tx, { newId }: EnrichmentDependencies, { reading, ...ids }: Keeping): Promise<void> {
  const { organizationId, profileId, projectId, now } = ids
  const profile = reading.kind === 'read' ? reading.profile : undefined
  await setTraces(tx, organizationId, profileId, profile ?? { links: [], verifiedLinks: [], avatarHash: null })
  const said = profile ? fieldsOf(profile) : NOTHING
  const title = said.person_title === null ? null : normalizeTitle(said.person_title)
  // A title that differs from the profile's words is our reading of it.
  const isRead = title !== said.person_title
  const noting = { organizationId, projectId, now, newId }
  const from = { profileId, sourceUrl: profile?.url ?? null, seenAt: now }
  const stated = { ...said, person_title: isRead ? null : title }
  await noteFacts(tx, noting, { ...from, source: 'profile', fields: stated })
  await noteFacts(tx, noting, { ...from, source: 'model', fields: { person_title: isRead ? title : null } })
}

/**
 * The title is read from what somebody says of themselves, and so is the company if they name none in its own field.
 */
function fieldsOf({ name, bio, location, company, website, email }: PublicProfile): Record<PersonField, string | null> {
  const stated = readTitle(bio ?? '')
  return {
    name,
    bio,
    location,
    website,
    email,
    person_title: stated?.title ?? null,
    company_name: company ?? stated?.company ?? null,
  }
}
