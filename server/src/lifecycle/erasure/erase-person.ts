import { closeSites } from '../../people/enrichment/close-sites.ts'
import { deleteDraftsTo } from '../../people/drafts/delete-drafts-to.ts'
import { emitErasures } from '../../core/events/emit-erasures.ts'
import { deleteSetAsideDraftsTo } from '../../people/identity/delete-set-aside-drafts-to.ts'
import { requirePerson } from '../../people/prospects/require-person.ts'
import { eraseLeads } from '../../workspace/leads/erase-leads.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { deleteOutcomesNaming } from '../../platform/idempotency.ts'
import type { JobContext, Jobs } from '../../platform/jobs.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { detachAuthors } from '../../people/prospects/detach-authors.ts'
import { deleteCompanyWords, listCompaniesOf } from '../../people/prospects/delete-company-words.ts'
import type { PostAuthorship } from '../../core/posts/post-writes.ts'
import { eraseUnclaimedBy } from '../retention/erase-unclaimed-by.ts'
import { eraseMessages as emptySlackMessages } from '../../outlets/slack/erase-messages.ts'
import { eraseMessages } from '../../outlets/webhooks/erase-messages.ts'
import { askToErase, eraseJob } from '../../people/prospects/erase-job.ts'
import { insertErased, selectLeadsOfErased, type ErasedLead } from '../../people/prospects/erased-authors.ts'

const LEADS_AT_ONCE = 200

export interface ErasureDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
}

export function registerErasureJobs(deps: ErasureDependencies): void {
  deps.jobs.work(eraseJob, ({ organizationId }, context) => eraseAuthors(deps, organizationId, context))
}

/**
 * Starts erasing a person from all of the organization's projects. Within seconds a job deletes their accounts, posts
 * and leads, with every draft, note and message about those. From now on nothing of theirs becomes a lead again.
 */
export async function erasePerson(
  { db, clock, jobs }: ErasureDependencies,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<{ erasing: true }> {
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, { projectId, id })
    await insertErased(tx, organizationId, { personId: id, now: clock.now() })
    await askToErase(tx, jobs, organizationId)
  })
  return { erasing: true }
}

/** Deletes everything about the organization's erased accounts. Can be called again after an interruption. */
export async function eraseAuthors(
  deps: Pick<ErasureDependencies, 'db' | 'clock'>,
  organizationId: string,
  { signal, progressed }: Pick<JobContext, 'signal' | 'progressed'>,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const leads = await eraseSome(deps, organizationId)
    if (leads.length === 0) return
    await eraseUnclaimedBy(deps, authorshipsOf(leads))
    await progressed()
  }
}

async function eraseSome(
  { db, clock }: Pick<ErasureDependencies, 'db' | 'clock'>,
  organizationId: string,
): Promise<ErasedLead[]> {
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const leads = await selectLeadsOfErased(tx, organizationId, LEADS_AT_ONCE)
    if (leads.length === 0) return []
    const leadIds = leads.map(({ leadId }) => leadId)
    await eraseMessages(tx, organizationId, leadIds)
    await emptySlackMessages(tx, organizationId, leadIds, clock.now())
    // A person who has other accounts too stays, but what was drafted to them goes.
    const personIds = [...new Set(leads.map(({ personId }) => personId))]
    await deleteDraftsTo(tx, organizationId, personIds)
    await deleteSetAsideDraftsTo(tx, organizationId, personIds)
    const names = [...new Set(leads.flatMap((lead) => lead.names))]
    const of = await listCompaniesOf(tx, organizationId, personIds)
    await detachAuthors(tx, organizationId, { leadIds, moved: new Set() })
    await closeSites(tx, organizationId, await deleteCompanyWords(tx, organizationId, { of, names }))
    await eraseLeads(tx, organizationId, leadIds)
    await deleteOutcomesNaming(tx, organizationId, names)
    await emitErasures(tx, organizationId, { leads, now: clock.now() })
    return leads
  })
}

function authorshipsOf(leads: readonly ErasedLead[]): PostAuthorship[] {
  const found = new Map<string, PostAuthorship>()
  for (const { platform, authorExternalId: externalId, authorUrl: url } of leads) {
    if (externalId !== null) found.set(`${platform} ${externalId} ${url}`, { platform, externalId, url })
  }
  return [...found.values()]
}
