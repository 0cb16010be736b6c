import type { Evidence } from '@leadlight/contract/evidence'
import { quotedConditions, type Condition } from '@leadlight/domain/conditions'
import { anchored, quoted } from '@leadlight/domain/evidence'
import { excerptOf } from '@leadlight/domain/excerpts'
import { postText } from '@leadlight/domain/posts'
import type { Stance } from '@leadlight/domain/watched-names/stances'
import { saveWords } from '../../core/posts/post-words.ts'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { addToChannels, type ProjectChannel } from './channel-store.ts'
import { selectCorrected } from './correction-store.ts'
import { channelIdOf } from './channel-ids.ts'
import { saveMatches, selectBestMatches, selectMatched, type NewMatch } from './match-store.ts'
import {
  insertLeads,
  lockLeadsOfPosts,
  renewLeads,
  type KnownLead,
  type LeadOfPost,
  type NewLead,
} from './record-store.ts'
import { refreshIssueStates } from './refresh-issue-states.ts'

/** A post as a lead needs it. `text` is its body. */
export interface PostForLead {
  id: string
  platform: string
  community: { externalId: string; name: string } | null
  url: string
  author: { name: string; externalId?: string | null; url?: string | null } | null
  title: string | null
  text: string
  /** For an issue or discussion on GitHub. */
  githubIssueState?: 'OPEN' | 'CLOSED' | null
  postedAt: Date
}

/** A post that a signal matched: the score from 0 to 100, and the evidence as offsets into `postText`. */
export interface FoundLead {
  post: PostForLead
  score: number
  /** The judge's log-odds before the signal's feedback; null where feedback cannot adjust it. */
  base: number | null
  reason: string
  evidence: readonly Evidence[]
  conditions: readonly Condition[]
  model: string
  /** Of watched names: what the author does with them. */
  stance?: Stance | undefined
  /** Whether it did not pass, and is shown because nothing did. */
  isUnsure?: boolean
}

export interface RecordingContext {
  organizationId: string
  projectId: string
  signalId: string
  now: Date
  newId: NewId
}

export interface KeptLeads {
  /** The leads that are new to the project. */
  fresh: LeadOfPost[]
  /** Leads the project already had that are newly matched by this signal, with their score until then. */
  matched: KnownLead[]
}

/**
 * Saves a signal's finds as leads, in the caller's transaction, which has locked the posts: a lead for each post new to
 * the project, and a match for each lead. `writers` maps posts to their authors' accounts.
 */
export async function keepLeads(
  tx: Tx,
  context: RecordingContext,
  found: readonly FoundLead[],
  writers: ReadonlyMap<string, { profileId: string }>,
): Promise<KeptLeads> {
  if (found.length === 0) return { fresh: [], matched: [] }
  const byPost = new Map(found.map((one) => [one.post.id, one]))
  const newLeads = [...byPost.values()].map((one) => newLead(context, one, writers.get(one.post.id)?.profileId ?? null))
  const fresh = await insertLeads(tx, context.organizationId, newLeads)
  const of = (lead: LeadOfPost) => ({ ...lead, found: foundFor(byPost, lead) })
  const words = [...byPost.values()].map(({ post }) => ({ id: post.id, text: textOf(post) }))
  const { known, open, matched } = fresh.length < byPost.size ? await findKnown(tx, context, { byPost, fresh }) : NONE
  await pipelineStatements([
    saveWords(tx, words),
    saveMatches(tx, context, [...fresh, ...open].map(of).map(newMatch)),
    addToChannels(tx, context.organizationId, context.projectId, channelsOf(fresh.map(of))),
  ])
  await renew(tx, context, open.map(of))
  await refreshIssueStates(
    tx,
    context,
    known.map((lead) => of(lead).found.post),
  )
  return { fresh, matched }
}

interface KnownLeads {
  /** Leads the project already had. */
  known: LeadOfPost[]
  /** Those of them that verdicts may change. */
  open: LeadOfPost[]
  /** Those of these that the signal has not matched before. */
  matched: KnownLead[]
}

const NONE: KnownLeads = { known: [], open: [], matched: [] }

async function findKnown(
  tx: Tx,
  context: RecordingContext,
  { byPost, fresh }: { byPost: ReadonlyMap<string, FoundLead>; fresh: readonly LeadOfPost[] },
): Promise<KnownLeads> {
  const known = await lockLeadsOfPosts(tx, context, { postIds: [...byPost.keys()], exceptIds: idsOf(fresh) })
  const corrected = await selectCorrected(tx, context, idsOf(known))
  const open = known.filter(({ id }) => !corrected.has(id))
  const before = await selectMatched(tx, context, idsOf(open))
  return { known, open, matched: open.filter(({ id }) => !before.has(id)) }
}

type FoundLeadOfPost = LeadOfPost & { found: FoundLead }

function foundFor(byPost: ReadonlyMap<string, FoundLead>, lead: LeadOfPost): FoundLead {
  const found = byPost.get(lead.postId)
  if (!found) throw new Error(`Post ${lead.postId} was not asked for`)
  return found
}

function idsOf(leads: readonly LeadOfPost[]): string[] {
  return leads.map(({ id }) => id)
}

function textOf(post: PostForLead): string {
  return postText(post.title, post.text)
}

function newLead(context: RecordingContext, { post, score, evidence }: FoundLead, profileId: string | null): NewLead {
  const excerpt = excerptOf({ title: post.title, body: post.text }, evidence)
  return {
    id: context.newId(),
    organization_id: context.organizationId,
    project_id: context.projectId,
    post_id: post.id,
    platform: post.platform,
    community_external_id: post.community?.externalId ?? '',
    community_name: post.community?.name ?? null,
    url: post.url,
    profile_id: profileId,
    author_name: post.author?.name ?? null,
    title: post.title,
    excerpt: excerpt.text,
    excerpt_evidence: JSON.stringify(excerpt.evidence),
    score,
    signal_ids: [context.signalId],
    github_issue_state: post.githubIssueState ?? null,
    posted_at: post.postedAt,
    collected_at: context.now,
  }
}

function newMatch({ id, found }: FoundLeadOfPost): NewMatch {
  const { post, score, base, reason, model, stance = null, isUnsure = false } = found
  const text = textOf(post)
  const evidence = quoted(text, found.evidence)
  const conditions = quotedConditions(text, found.conditions)
  return { leadId: id, score, base, reason, evidence, conditions, model, stance, isUnsure }
}

/** Updates leads the project already had from the matches of all signals. */
async function renew(tx: Tx, context: RecordingContext, leads: readonly FoundLeadOfPost[]): Promise<void> {
  if (leads.length === 0) return
  const best = await selectBestMatches(tx, context.organizationId, idsOf(leads))
  const renewals = leads.flatMap(({ id, found: { post } }) => {
    const match = best.get(id)
    if (!match) return []
    const evidence = anchored(textOf(post), match.evidence)
    const excerpt = excerptOf({ title: post.title, body: post.text }, evidence)
    return [{ id, score: match.score, excerpt: excerpt.text, excerptEvidence: excerpt.evidence }]
  })
  await renewLeads(tx, context, renewals)
}

function channelsOf(leads: readonly FoundLeadOfPost[]): ProjectChannel[] {
  const channels = new Map<string, ProjectChannel>()
  for (const { post } of leads.map(({ found }) => found)) {
    const external_id = post.community?.externalId ?? ''
    const key = channelIdOf(post.platform, external_id)
    const counted = channels.get(key)?.lead_count ?? 0
    const name = post.community?.name ?? post.platform
    channels.set(key, { platform: post.platform, external_id, name, lead_count: counted + 1 })
  }
  return [...channels.values()]
}
