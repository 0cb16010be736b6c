import { recordLeads } from '../../people/prospects/record-leads.ts'
import { fillWithNewLeads } from '../../workspace/filling/fill-with-new-leads.ts'
import { announce } from '../../core/events/announce.ts'
import { saveJudgements, type Wording } from '../judgements/judgements.ts'
import { findAdjust, type PostVector } from '../learning/adjust-judgement.ts'
import { countUnreadLeads } from '../../workspace/leads/count-unread-leads.ts'
import { withdrawMatches } from '../../workspace/leads/withdraw-matches.ts'
import type { Tx } from '../../platform/db.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { findOriginals, gatherCopies } from './gather-copies.ts'
import type { JudgedPostInput, Judgement } from '@leadlight/engine/judge/judgement'
import { NAMED } from '@leadlight/engine/names/judge-names'
import { NO_SCORE, scoreOrNull } from '@leadlight/domain/scoring'
import type { MatchingDependencies } from './matching-dependencies.ts'
import { withinTheDay } from './name-limit.ts'
import type { Post } from '../../core/posts/posts.ts'
import { relevanceWeights } from '@leadlight/engine/judge/weights'

export interface Verdicts {
  posts: readonly (Post & PostVector)[]
  /** One for each post, in the same order. */
  judgements: readonly Judgement[]
  /** Whether these leads stay however low they score now: people may have seen them. */
  isStaying?: boolean
}

export interface RecordedVerdicts {
  judged: number
  kept: number
  /** The leads that are new to the project. */
  recorded: string[]
  /** How many matches the signal gains, new leads included, and how many it loses. */
  gained: number
  lost: number
}

/** A post as the judge's input. */
export function toJudgedInput(post: Post): JudgedPostInput {
  return {
    title: post.title,
    text: post.text,
    platform: post.platform,
    kind: post.kind,
    url: post.url,
    community: post.community?.name ?? null,
  }
}

/**
 * Records the judge's verdicts under one wording, adjusted by the signal's feedback. Adds leads and matches for posts
 * kept, and removes matches of those rejected. The caller's transaction holds the signal's lock and must not have
 * touched the credits yet.
 */
export async function recordVerdicts(
  tx: Tx,
  deps: Pick<MatchingDependencies, 'clock' | 'jobs' | 'newId' | 'suppression'>,
  of: Wording & { projectId: string },
  { posts, judgements, isStaying = false }: Verdicts,
): Promise<RecordedVerdicts> {
  const now = deps.clock.now()
  const ids = { organizationId: of.organizationId, projectId: of.projectId, signalId: of.signalId }
  const [adjust, originals] = await pipelineStatements([
    findAdjust(tx, of),
    findOriginals(
      tx,
      ids,
      posts.map(({ id }) => id),
    ),
  ])
  const isOfNames = judgements.some(isNamed)
  const all = posts.flatMap((post, i) => {
    const judgement = judgements[i]
    if (!judgement) return []
    const adjusted = isNamed(judgement) ? unscored(judgement) : adjust(judgement, post, relevanceWeights.threshold)
    return [{ post, judgement, ...adjusted, keep: adjusted.keep || isStaying }]
  })
  const verdicts = isOfNames && !isStaying ? await withinTheDay(tx, ids, all, now) : all
  const judged = verdicts.map(({ post, judgement, score, base, keep }) => ({
    postId: post.id,
    score,
    base,
    kept: keep,
    model: judgement.modelVersion,
  }))
  const kept = verdicts.filter(({ keep }) => keep)
  const found = kept.map(({ post, judgement, score, base }) => ({
    post,
    score,
    base,
    reason: judgement.reason,
    evidence: judgement.evidence,
    conditions: judgement.conditions,
    model: judgement.modelVersion,
    stance: judgement.stance,
  }))
  const gathered = await gatherCopies(tx, ids, { found, originals })
  const [, { recorded, matched }] = await pipelineStatements([
    saveJudgements(tx, of, judged, now),
    recordLeads(tx, { ...ids, now, newId: deps.newId, suppression: deps.suppression }, gathered),
  ])
  const rejected = verdicts.filter(({ keep }) => !keep).map(({ post }) => post)
  const lost = await withdrawMatches(tx, ids, rejected)
  await fillWithNewLeads(tx, deps, { ...ids, leadIds: recorded })
  const grown = matched.filter(({ score }) => isOfNames || score === NO_SCORE)
  await announceMatched(tx, ids, grown, now)
  return { judged: all.length, kept: kept.length, recorded, gained: recorded.length + matched.length, lost }
}

function isNamed({ modelVersion }: Judgement): boolean {
  return modelVersion === NAMED
}

/** A verdict by names has no score, and nothing is learned for it. */
function unscored({ keep }: Judgement) {
  return { base: null, score: NO_SCORE, keep }
}

/**
 * Emits that leads which were there have a first score, or are found by names too. Whoever is told of scores or names
 * alone has not heard of them. Emits nothing where there are none.
 */
async function announceMatched(
  tx: Tx,
  { organizationId, projectId, signalId }: Pick<Wording, 'organizationId' | 'signalId'> & { projectId: string },
  leads: readonly { id: string; score: number }[],
  now: Date,
): Promise<void> {
  if (leads.length === 0) return
  const payload = {
    type: 'matched' as const,
    intent_signal_id: signalId,
    lead_ids: leads.map(({ id }) => id),
    former_scores: leads.map(({ score }) => scoreOrNull(score)),
  }
  await announce(tx, organizationId, { projectId, payload, now })
}

/** Emits the event of new leads to a project; `searchId` is null for monitoring. Emits nothing where there are none. */
export async function announceLeads(
  tx: Tx,
  found: {
    organizationId: string
    projectId: string
    searchId: string | null
    leadIds: string[]
    now: Date
    isUnsure?: boolean
  },
): Promise<void> {
  const { organizationId, projectId, searchId, leadIds, now, isUnsure } = found
  if (leadIds.length === 0) return
  const unread = (await countUnreadLeads(tx, organizationId, [projectId])).get(projectId) ?? 0
  const payload = { type: 'leads' as const, search_id: searchId, lead_ids: leadIds, unread_count: unread }
  const marked = isUnsure === true ? { ...payload, is_unsure: true } : payload
  await announce(tx, organizationId, { projectId, payload: marked, now })
}
