import type { ProfileLook } from '@leadlight/contract/identity'
import { requirePerson } from '../prospects/require-person.ts'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { askForLooks, countLooks, selectLooks, type LookRow } from './look-store.ts'
import { LOOKS_PER_DAY, readJob } from './register-jobs.ts'

interface PersonPlace {
  projectId: string
  id: string
}

/** What was read less long ago is not read again. */
const STILL_NEW_MS = 60_000
const DAY_MS = 24 * 3_600_000

/**
 * Has the public profiles of a person read again: now, or when it is their turn where as many of the project's were read today
 * as are on one day.
 */
export async function refreshPerson(
  { db, clock, jobs }: EnrichmentCallDependencies,
  actor: Actor,
  place: PersonPlace,
): Promise<ProfileLook[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, place)
    const now = clock.now()
    const readSince = new Date(now.getTime() - STILL_NEW_MS)
    const { projectId } = place
    const today = await countLooks(tx, organizationId, { projectId, since: new Date(now.getTime() - DAY_MS) })
    const asked = await askForLooks(tx, organizationId, { personId: place.id, now, readSince })
    for (const profileId of today < LOOKS_PER_DAY ? asked : []) {
      await jobs.enqueue(tx, readJob, { organizationId, profileId }, { key: profileId })
    }
    return (await selectLooks(tx, organizationId, place.id)).map(presentLook)
  })
}

/** When the public profiles of a person were read last. */
export async function getEnrichment(
  { db }: Pick<EnrichmentCallDependencies, 'db'>,
  actor: Actor,
  place: PersonPlace,
): Promise<ProfileLook[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, place)
    return (await selectLooks(tx, organizationId, place.id)).map(presentLook)
  })
}

function presentLook({ profileId, platform, state, lookedAt, nextAt, error }: LookRow): ProfileLook {
  return {
    profile_id: profileId,
    platform,
    state,
    looked_at: lookedAt?.toISOString() ?? null,
    next_at: nextAt?.toISOString() ?? null,
    error,
  }
}
