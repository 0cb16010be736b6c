import { anchoredConditions, quotedConditions } from '@leadlight/domain/conditions'
import { anchored, quoted } from '@leadlight/domain/evidence'
import { postText } from '@leadlight/domain/posts'
import { lockLivePosts } from '../../core/posts/live-posts.ts'
import { saveWords } from '../../core/posts/post-words.ts'
import type { Tx } from '../../platform/db.ts'
import { addToChannels, takeFromChannel } from './channel-store.ts'
import { moveLead, selectLiveCopies, type LiveCopy } from './copy-store.ts'
import {
  selectEvidence,
  selectFormerEvidence,
  setEvidence,
  setFormerEvidence,
  type MatchEvidence,
} from './follow-store.ts'
import { summaryOf } from './lead-summary.ts'
import { selectBestMatches } from './match-store.ts'

/**
 * Moves leads whose post was deleted at its source to a copy of it that the project has seen and that still stands.
 * Evidence is kept where the copy has the exact words. The caller has locked the leads. Returns the leads that moved.
 */
export async function moveToCopies(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await selectLiveCopies(tx, organizationId, leadIds)
  if (found.length === 0) return new Set()
  const standing = await lockLivePosts(
    tx,
    found.map(({ postId }) => postId),
  )
  const copies = found.filter(({ postId }) => standing.has(postId))
  const moved = copies.map(({ leadId }) => leadId)
  const textOf = new Map(copies.map(({ leadId, title, body }) => [leadId, postText(title, body)]))
  const fitted = (match: MatchEvidence): MatchEvidence => {
    const text = textOf.get(match.leadId) ?? ''
    const conditions = quotedConditions(text, anchoredConditions(text, match.conditions))
    return { ...match, evidence: quoted(text, anchored(text, match.evidence)), conditions }
  }
  await setEvidence(tx, organizationId, (await selectEvidence(tx, organizationId, moved)).map(fitted))
  await setFormerEvidence(tx, organizationId, (await selectFormerEvidence(tx, organizationId, moved)).map(fitted))
  const best = await selectBestMatches(tx, organizationId, moved)
  for (const copy of copies) {
    await moveLead(tx, organizationId, { ...copy, excerpt: summaryOf(copy, best.get(copy.leadId)).excerpt })
    await recount(tx, organizationId, copy)
  }
  await saveWords(
    tx,
    copies.map(({ postId, title, body }) => ({ id: postId, text: postText(title, body) })),
  )
  return new Set(moved)
}

/** Counts the lead under its new channel. */
async function recount(tx: Tx, organizationId: string, copy: LiveCopy): Promise<void> {
  const { projectId, platform, community, formerPlatform, formerCommunity } = copy
  const to = { platform, external_id: community?.externalId ?? '', name: community?.name ?? platform }
  if (to.platform === formerPlatform && to.external_id === formerCommunity) return
  await addToChannels(tx, organizationId, projectId, [{ ...to, lead_count: 1 }])
  await takeFromChannel(tx, organizationId, { projectId, platform: formerPlatform, externalId: formerCommunity })
}
