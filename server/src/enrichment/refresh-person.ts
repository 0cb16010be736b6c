import type { ProfileLook } from '@leadlight/contract/identity'
import { requirePerson } from '../identity/require-person.ts'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import type { EnrichmentCallDependencies } from './enrichment-dependencies.ts'
import { askForLooks, selectLooks, type LookRow } from './look-store.ts'
import { readJob } from './register-jobs.ts'

interface PersonPlace {
  projectId: string
  id: string
}

/** Has the public profiles of a person read again now. */
export async function refreshPerson(
  { db, clock, jobs }: EnrichmentCallDependencies,
  actor: Actor,
  place: PersonPlace,
): Promise<ProfileLook[]> {
  const { organizationId } = actor
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, place)
    for (const profileId of await askForLooks(tx, organizationId, { personId: place.id, now: clock.now() })) {
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
