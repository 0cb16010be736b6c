import type { BroughtPost } from '@leadlight/contract/by-hand'
import type { Millicredits } from '@leadlight/domain/credits'
import { isSameBrief } from '@leadlight/engine/plan/brief'
import type { Judgement } from '@leadlight/engine/judge/judgement'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { savePosts } from '../../core/posts/posts.ts'
import { findSignal, selectSignals, type SignalInUse, type SignalRow } from '../../core/signals/signals.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { deleteCopiesIn } from '../../workspace/leads/delete-copies.ts'
import { findLeadsOfPosts } from '../../workspace/leads/find-leads-at.ts'
import { recordHistory } from '../../workspace/leads/record-history.ts'
import { judgingPrice } from '../matching/judging-price.ts'
import type { Bringer } from './bringer.ts'
import type { ByHandDependencies } from './by-hand-dependencies.ts'
import { announceLeads, recordVerdicts } from '../matching/record-verdicts.ts'
import { recordOpinions } from '../opinions/record-opinions.ts'
import type { EmbeddedPost, Verdicts } from './judge-brought.ts'

interface Recording {
  bringer: Bringer
  ids: ProjectIds
  /** Those to store: all others in the verdicts are left out. */
  posts: readonly EmbeddedPost[]
  /** Those they were judged by. */
  signals: readonly SignalRow[]
  verdicts: readonly Verdicts[]
}

interface Recorded {
  /** By the posts' ids at their place. */
  outcomes: Map<string, BroughtPost>
  charged: Millicredits
}

/**
 * Stores posts as the project's own, with their verdicts, leads, charges and events, in the caller's transaction, which
 * keeps others from bringing the same. Undefined, with nothing stored, where a signal was changed since they were judged.
 */
export async function recordBrought(
  tx: Tx,
  deps: ByHandDependencies,
  { bringer, ids, posts, signals, verdicts }: Recording,
): Promise<Recorded | undefined> {
  const inUse = await lockSignals(tx, ids.organizationId, verdicts)
  if (!inUse || !(await areSame(tx, ids, signals))) return undefined
  const now = deps.clock.now()
  const stored = posts.map((post) => ({ ...post, vector: { packed: post.vector, model: post.vectorModel } }))
  await savePosts(tx, stored, { origin: [ids], collectedAt: now })
  await deleteCopiesIn(
    tx,
    ids,
    posts.map(({ id }) => id),
  )
  const isStored = new Set(posts.map(({ id }) => id))
  const found: string[] = []
  const costs: { signal: SignalInUse; used: Millicredits }[] = []
  const best = new Map<string, Judgement>()
  for (const { signal: asked, posts: near, second } of verdicts) {
    const signal = inUse.get(asked.id)
    if (!signal) continue
    const pairs = near.flatMap((post, index) => {
      const judgement = second.judgements[index]
      return judgement && isStored.has(post.id) ? [{ post, judgement }] : []
    })
    const { judged, recorded } = await recordVerdicts(tx, deps, signal, {
      posts: pairs.map(({ post }) => post),
      judgements: pairs.map(({ judgement }) => judgement),
    })
    // The model may have read posts that somebody else has brought in meanwhile.
    const opinions = second.opinions.filter(({ postId }) => isStored.has(postId))
    await recordOpinions(tx, deps, { ...signal, searchId: null }, { opinions })
    found.push(...recorded)
    const read = opinions.filter(({ state }) => state === 'given').length
    const prices = judgingPrice(deps, signal)
    costs.push({ signal, used: prices.price * judged + prices.modelPrice * read })
    for (const { post, judgement } of pairs) {
      if (judgement.score > (best.get(post.id)?.score ?? -1)) best.set(post.id, judgement)
    }
  }
  const leads = await findLeadsOfPosts(
    tx,
    ids,
    posts.map(({ id }) => id),
  )
  await recordOrigins(tx, deps, { bringer, ids, posts, leads, found })
  const charged = await charge(tx, deps, { bringer, costs })
  await announceLeads(tx, { ...ids, searchId: null, leadIds: found, now })
  const outcomes = new Map(
    posts.map(({ id, externalId }) => [externalId, outcomeOf(leads.get(id), best.get(id))] as const),
  )
  return { outcomes, charged }
}

/** The signals by id as they were judged by, locked in one order; undefined where one is no longer the same. */
async function lockSignals(
  tx: Tx,
  organizationId: string,
  verdicts: readonly Verdicts[],
): Promise<Map<string, SignalInUse> | undefined> {
  const locked = new Map<string, SignalInUse>()
  for (const { signal } of verdicts.toSorted((a, b) => (a.signal.id < b.signal.id ? -1 : 1))) {
    const now = await findSignal(tx, { organizationId, signalId: signal.id })
    if (now?.revision !== signal.revision || !isSameBrief(now, signal)) return undefined
    locked.set(signal.id, now)
  }
  return locked
}

/** Whether the project's signals are still those: a new one, or a new wording, may be near what was passed over. */
async function areSame(tx: Tx, ids: ProjectIds, signals: readonly SignalRow[]): Promise<boolean> {
  const now = await selectSignals(tx, ids.organizationId, ids.projectId)
  return (
    now.length === signals.length && now.every((one, at) => one.id === signals[at]?.id && isSameBrief(one, signals[at]))
  )
}

/** Each new lead's history begins with who or what brought its post. */
async function recordOrigins(
  tx: Tx,
  deps: ByHandDependencies,
  {
    bringer,
    ids,
    posts,
    leads,
    found,
  }: Pick<Recording, 'bringer' | 'ids' | 'posts'> & { leads: Leads; found: string[] },
): Promise<void> {
  const isNew = new Set(found)
  const who = { organizationId: ids.organizationId, userId: bringer.actor?.userId ?? null }
  for (const { id, externalId } of posts) {
    const lead = leads.get(id)
    if (!lead || lead.isCopy || !isNew.has(lead.leadId)) continue
    const summary = bringer.summaryOf(externalId)
    await recordHistory(tx, deps, who, { leadId: lead.leadId, kind: 'found', summary })
  }
}

/** Last of all, as the ledger wants it. Throws where the balance does not suffice. */
async function charge(
  tx: Tx,
  deps: ByHandDependencies,
  {
    bringer: { actor, what },
    costs,
  }: { bringer: Bringer; costs: readonly { signal: SignalInUse; used: Millicredits }[] },
): Promise<Millicredits> {
  let charged = 0
  for (const { signal, used } of costs) {
    if (used === 0) continue
    const { organizationId, projectId, signalId } = signal
    const key = `by-hand:${deps.newId()}`
    const occasion = {
      what,
      work: 'search' as const,
      projectId,
      signalId,
      accountId: actor?.userId ?? null,
      role: actor?.role ?? null,
    }
    await reserveCredits(tx, deps.ledger, organizationId, { key, amount: used, occasion })
    charged += await settleReservation(tx, deps.ledger, organizationId, { key, used })
  }
  return charged
}

type Leads = ReadonlyMap<string, { leadId: string; isCopy: boolean }>

function outcomeOf(lead: { leadId: string; isCopy: boolean } | undefined, best: Judgement | undefined): BroughtPost {
  if (lead?.isCopy === true) {
    return { state: 'duplicate', lead_id: lead.leadId, why: 'A lead of this project has the same words.' }
  }
  if (lead) return { state: 'lead', lead_id: lead.leadId, why: best?.reason ?? 'It matches an intent signal.' }
  return {
    state: 'passed_over',
    lead_id: null,
    why: best?.reason ?? 'It is not near any intent signal of this project.',
  }
}
