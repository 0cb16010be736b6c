import type { ProfileFetch } from '@leadlight/contract/identity'
import { requirePerson } from '../prospects/require-person.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { requestFetches, countFetches, selectFetches, type FetchRow } from './fetch-store.ts'
import { FETCHES_PER_DAY, readJob } from './register-jobs.ts'

interface PersonIds {
  projectId: string
  id: string
}

/** A profile read less long ago is not read again. */
const STILL_NEW_MS = 60_000
const DAY_MS = 24 * 3_600_000

/** Has a person's public profiles read again: now, or once the project is below its daily limit. */
export async function refreshPerson(
  { db, clock, jobs }: EnrichmentCallDependencies,
  actor: Actor,
  ids: PersonIds,
): Promise<ProfileFetch[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, ids)
    const now = clock.now()
    const readSince = new Date(now.getTime() - STILL_NEW_MS)
    const { projectId } = ids
    const today = await countFetches(tx, organizationId, { projectId, since: new Date(now.getTime() - DAY_MS) })
    const asked = await requestFetches(tx, organizationId, { personId: ids.id, now, readSince })
    for (const profileId of today < FETCHES_PER_DAY ? asked : []) {
      await jobs.enqueue(tx, readJob, { organizationId, profileId }, { key: profileId })
    }
    return (await selectFetches(tx, organizationId, ids.id)).map(presentLook)
  })
}

/** When a person's public profiles were last read. */
export async function getEnrichment(
  { db }: Pick<EnrichmentCallDependencies, 'db'>,
  actor: Actor,
  ids: PersonIds,
): Promise<ProfileFetch[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, ids)
    return (await selectFetches(tx, organizationId, ids.id)).map(presentLook)
  })
}

function presentLook({ profileId, platform, state, lookedAt, nextAt, error }: FetchRow): ProfileFetch {
  return {
    profile_id: profileId,
    platform,
    state,
    looked_at: lookedAt?.toISOString() ?? null,
    next_at: nextAt?.toISOString() ?? null,
    error,
  }
}
