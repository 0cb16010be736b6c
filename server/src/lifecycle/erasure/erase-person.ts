import type { Authorship } from '@leadlight/domain/authors'
import { closeSites } from '../../people/enrichment/close-sites.ts'
import { deleteDraftsTo } from '../../people/drafts/delete-drafts-to.ts'
import { emitErasures } from '../../core/events/emit-erasures.ts'
import { deleteSetAsideDraftsTo } from '../../people/identity/delete-set-aside-drafts-to.ts'
import { requirePerson } from '../../people/prospects/require-person.ts'
import { eraseLeads } from '../../workspace/leads/erase-leads.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { deleteOutcomesNaming } from '../../platform/idempotency.ts'
import type { JobContext, Jobs } from '../../platform/jobs.ts'
import { organizationScope, retentionScope } from '../../platform/scopes.ts'
import { dropUnwelcome } from '../../finding/receiving/drop-unwelcome.ts'
import { detachAuthors } from '../../people/prospects/detach-authors.ts'
import { deleteCompanyWords, listCompaniesOf } from '../../people/prospects/delete-company-words.ts'
import { lockPosts, selectPostsByAuthor } from '../../core/posts/post-writes.ts'
import { erasePosts, releaseJudged } from '../retention/erase-posts.ts'
import { authorshipsOf } from '../retention/authorships-of.ts'
import { eraseUnclaimedBy } from '../retention/erase-unclaimed-by.ts'
import { selectUnclaimed } from '../retention/select-unclaimed.ts'
import { eraseMessages as emptySlackMessages } from '../../outlets/slack/erase-messages.ts'
import { eraseMessages } from '../../outlets/webhooks/erase-messages.ts'
import { askToErase, eraseJob } from '../../people/prospects/erase-job.ts'
import {
  listSuppressedProfiles,
  selectLeadsOfProfiles,
  suppressPerson,
  type SuppressedLead,
} from '../../people/prospects/suppressed-profiles.ts'

const LEADS_AT_ONCE = 200

export interface ErasureDependencies {
  db: Db
  clock: Clock
  jobs: Jobs
  suppression: Suppression
}

export function registerErasureJobs(deps: ErasureDependencies): void {
  deps.jobs.work(eraseJob, ({ organizationId }, context) => eraseAuthors(deps, organizationId, context))
}

/**
 * Starts erasing a person from all of the organization's projects. Within seconds a job deletes their accounts, posts
 * and leads, with every draft, note and message about those. From now on nothing of theirs becomes a lead again.
 */
export async function erasePerson(
  { db, clock, jobs, suppression }: ErasureDependencies,
  actor: Actor,
  { projectId, id }: { projectId: string; id: string },
): Promise<{ erasing: true }> {
  const { organizationId } = actor
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, { projectId, id })
    await suppressPerson(tx, suppression, { organizationId, personId: id, now: clock.now() })
    await askToErase(tx, jobs, organizationId)
  })
  return { erasing: true }
}

/** What erasing needs where no job does it. */
export type Erasing = Pick<ErasureDependencies, 'db' | 'clock' | 'suppression'>

/**
 * Deletes everything about the organization's suppressed accounts. Can be called again after an interruption: leads, by
 * which an author's other posts are found, go last, together with their own posts.
 */
export async function eraseAuthors(
  deps: Erasing,
  organizationId: string,
  { signal, progressed }: Pick<JobContext, 'signal' | 'progressed'>,
): Promise<void> {
  await dropUnwelcome(deps, organizationId, signal)
  const profileIds = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    listSuppressedProfiles(tx, deps.suppression, organizationId),
  )
  for (;;) {
    signal.throwIfAborted()
    const leads = await deps.db.transaction(organizationScope(organizationId), (tx) =>
      selectLeadsOfProfiles(tx, organizationId, { profileIds, limit: LEADS_AT_ONCE }),
    )
    if (leads.length === 0) return
    await eraseUnclaimedBy(deps, authorshipsOf(leads))
    await releasePosts(deps, organizationId, authorshipsOf(leads))
    await eraseSome(deps, organizationId, leads)
    await progressed()
  }
}

/** Forgets what the organization judged and looked at of posts that stay for others. */
async function releasePosts({ db }: Erasing, organizationId: string, authors: readonly Authorship[]): Promise<void> {
  for (const author of authors) {
    await db.transaction(organizationScope(organizationId), async (tx) => {
      await releaseJudged(tx, await selectPostsByAuthor(tx, author))
    })
  }
}

/** Deletes leads with what is about them, and their posts unless somebody else has those as leads. */
async function eraseSome({ db, clock }: Erasing, organizationId: string, leads: readonly SuppressedLead[]) {
  await db.transaction(retentionScope(organizationId), async (tx) => {
    // First, as whoever makes leads of posts locks them before the leads.
    const postIds = await lockPosts(
      tx,
      leads.map(({ postId }) => postId),
    )
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
    await erasePosts(tx, await selectUnclaimed(tx, postIds), clock.now())
  })
}
