import { type ChangedPost, selectToFollow, setFollowed } from '../../core/posts/post-writes.ts'
import { deleteAnswersFrom } from '../../workspace/filling/delete-answers-from.ts'
import { deleteQuotingDrafts } from '../../people/drafts/delete-quoting-drafts.ts'
import { deleteSetAsideDraftsFrom } from '../../people/identity/delete-set-aside-drafts-from.ts'
import { detachAuthors } from '../../people/prospects/detach-authors.ts'
import { emitErasures } from '../../core/events/emit-erasures.ts'
import { eraseLeadWords } from '../../workspace/leads/erase-lead-words.ts'
import { followEdits } from '../../workspace/leads/follow-edits.ts'
import { renewWords } from '../../workspace/leads/renew-words.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope, retentionScope } from '../../platform/scopes.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { selectClaimingProjects, type ClaimingProject } from './retention-store.ts'
import { eraseMessages as emptySlackMessages } from '../../outlets/slack/erase-messages.ts'
import { eraseMessages } from '../../outlets/webhooks/erase-messages.ts'

const POSTS_AT_ONCE = 100

/**
 * Updates the leads of posts that were edited or deleted at their source, one organization after another in its own
 * transactions. A post counts as followed once all its leads are, so the next run continues where one died. An
 * organization that fails delays no other: its failure is thrown after all others are done.
 */
export async function followPosts(deps: Pick<RetentionDependencies, 'db' | 'clock'>): Promise<void> {
  const failures: unknown[] = []
  const left = new Set<string>()
  for (;;) {
    const batch = await deps.db.transaction(retentionScope(), async (tx) => {
      const posts = await selectToFollow(tx, { limit: POSTS_AT_ONCE, except: [...left] })
      return { posts, holders: await selectClaimingProjects(tx, idsOf(posts)) }
    })
    if (batch.posts.length === 0) break
    for (const organizationId of new Set(batch.holders.map((holder) => holder.organizationId))) {
      const holders = batch.holders.filter((holder) => holder.organizationId === organizationId)
      try {
        await bringInStep(deps, organizationId, { posts: batch.posts, holders })
      } catch (error) {
        failures.push(error)
        for (const { postId } of holders) left.add(postId)
      }
    }
    await deps.db.transaction(retentionScope(), async (tx) => {
      const followed = (await withoutNewHolders(tx, batch)).filter(({ id }) => !left.has(id))
      const standing = await setFollowed(tx, followed)
      await renewWords(
        tx,
        followed.filter(({ id }) => standing.has(id)),
      )
    })
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all leads could follow their posts.')
}

interface Batch {
  posts: readonly ChangedPost[]
  holders: readonly ClaimingProject[]
}

/** A project may have moved to another organization meanwhile; then its lead is still to be found there. */
async function withoutNewHolders(tx: Tx, { posts, holders }: Batch): Promise<ChangedPost[]> {
  const key = ({ organizationId, projectId, postId }: ClaimingProject) => `${organizationId} ${projectId} ${postId}`
  const known = new Set(holders.map(key))
  const now = await selectClaimingProjects(tx, idsOf(posts))
  const moved = new Set(now.filter((holder) => !known.has(key(holder))).map(({ postId }) => postId))
  return posts.filter(({ id }) => !moved.has(id))
}

function idsOf(posts: readonly { id: string }[]): string[] {
  return posts.map(({ id }) => id)
}

async function bringInStep(
  { db, clock }: Pick<RetentionDependencies, 'db' | 'clock'>,
  organizationId: string,
  { posts, holders }: Batch,
): Promise<void> {
  const edited = posts.filter(({ goneAt }) => goneAt === null)
  const gone = new Set(idsOf(posts.filter(({ goneAt }) => goneAt !== null)))
  await db.transaction(organizationScope(organizationId), async (tx) => {
    await followEdits(tx, organizationId, { posts: edited, holders })
    const { erased, changed, moved } = await eraseLeadWords(
      tx,
      organizationId,
      holders.filter(({ postId }) => gone.has(postId)),
    )
    await detachAuthors(tx, organizationId, { leadIds: changed.map(({ leadId }) => leadId), moved })
    const leadIds = erased.map(({ leadId }) => leadId)
    await deleteQuotingDrafts(tx, organizationId, erased)
    await deleteAnswersFrom(tx, organizationId, leadIds)
    await deleteSetAsideDraftsFrom(tx, organizationId, leadIds)
    await eraseMessages(tx, organizationId, leadIds)
    await emptySlackMessages(tx, organizationId, leadIds, clock.now())
    await emitErasures(tx, organizationId, { leads: changed, now: clock.now() })
  })
}
