import { sql } from 'kysely'
import type { WorkKind } from '@leadlight/domain/ledger'
import { monitoringScope } from '@leadlight/server/platform/scopes'
import { createDice } from '@leadlight/engine/testing/dice'
import { buildLeads, buildSignal, inOrganization, type LeadSite } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export interface WorldLead {
  id: string
  foundAt: number
  platform: string
  signalIds: string[]
  deleted: boolean
  feedback: 'positive' | 'negative' | null
  /** The lead's events: kind and instant. */
  history: { kind: string; at: number }[]
}

export interface WorldEntry {
  kind: 'charge' | 'refund' | 'hold'
  /** In thousandths, signed. */
  amount: number
  work: WorkKind | null
  signalId: string | null
  at: number
}

export interface WorldGap {
  source: string
  from: number
  to: number | null
  lost: boolean
  backfilled: boolean
}

export interface InsightWorld {
  signalIds: string[]
  leads: WorldLead[]
  entries: WorldEntry[]
  /** When the project monitored a source, and when the source failed. */
  listened: { source: string; from: number; to: number | null }[]
  gaps: WorldGap[]
}

/**
 * Random data for the figures, from `since` to now, by the seed: leads with their history, spending, and monitoring.
 * Some of it lies exactly where days begin, to the millisecond (`edges`).
 */
export async function buildInsightWorld(
  app: TestApp,
  site: LeadSite,
  { seed, since, leads: count, edges }: { seed: string; since: Date; leads: number; edges: readonly Date[] },
): Promise<InsightWorld> {
  const dice = createDice(seed)
  const now = app.clock.now().getTime()
  const anyTime = () =>
    dice.share() < 0.2 ? dice.pick(edges).getTime() - dice.below(2) : dice.between(since.getTime(), now - 1)
  const others = [
    await buildSignal(app, site, `signal b of ${seed}`),
    await buildSignal(app, site, `signal c of ${seed}`),
  ]
  const signalIds = [site.signalId, ...others]
  const ids = await buildLeads(
    app,
    site,
    Array.from({ length: count }, () => ({})),
  )
  const kinds = ['draft', 'status', 'note', 'starred', 'deleted', 'feedback']
  const leads = ids.map((id): WorldLead => {
    const foundAt = anyTime()
    const history = Array.from({ length: dice.below(4) }, () => {
      const tookMs = Math.floor(dice.pick([0.2, 1, 3.9, 24, 70, 168, 400]) * HOUR_MS) + dice.below(2)
      return { kind: dice.pick(kinds), at: foundAt + tookMs }
    })
    const extra = others.filter(() => dice.share() < 0.3)
    const platform = dice.pick(['hackernews', 'reddit', 'github'])
    const feedback = dice.pick(['positive', 'positive', 'negative', null] as const)
    return {
      id,
      foundAt,
      platform,
      signalIds: [site.signalId, ...extra],
      deleted: dice.share() < 0.3,
      feedback,
      history,
    }
  })
  const entries = Array.from({ length: 60 }, (): WorldEntry => {
    const kind = dice.pick(['charge', 'charge', 'charge', 'refund', 'hold'] as const)
    const work = dice.pick(['search', 'monitoring', 'draft', 'column', null] as const)
    const isOfSignal = work === 'search' || work === 'monitoring'
    const amount = dice.between(1, 3000) * (kind === 'refund' ? 1 : -1)
    return { kind, amount, work, signalId: isOfSignal ? dice.pick(signalIds) : null, at: anyTime() }
  })
  const listened = ['alpha', 'beta', 'gamma'].flatMap((source) => {
    const from = dice.between(since.getTime(), now - 20 * DAY_MS)
    const middle = dice.between(from + DAY_MS, now - 2 * DAY_MS)
    return [
      { source, from, to: middle },
      { source, from: middle + dice.below(2) * DAY_MS, to: dice.share() < 0.5 ? null : now - DAY_MS },
    ]
  })
  const gaps = ['alpha', 'beta', 'gamma'].flatMap((source) => {
    const ended = Array.from({ length: 4 }, (): WorldGap => {
      const from = anyTime()
      const lost = dice.share() < 0.4
      return { source, from, to: from + dice.between(1, 3 * DAY_MS), lost, backfilled: !lost && dice.share() < 0.7 }
    })
    const open = { source, from: now - dice.between(1, 2 * DAY_MS), to: null, lost: false, backfilled: false }
    return dice.share() < 0.5 ? [...ended, open] : ended
  })
  const world = { signalIds, leads, entries, listened, gaps }
  await inOrganization(app, site, async (tx) => {
    await sql`
      update lead set collected_at = fresh.at, platform = fresh.platform, deleted = fresh.deleted, feedback = fresh.feedback,
        signal_ids = array(select jsonb_array_elements_text(fresh.signals)::uuid)
      from unnest(${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ foundAt }) => new Date(foundAt))}::timestamptz[],
        ${leads.map(({ platform }) => platform)}::text[], ${leads.map(({ deleted }) => deleted)}::boolean[],
        ${leads.map(({ feedback }) => feedback)}::text[], ${leads.map((lead) => JSON.stringify(lead.signalIds))}::jsonb[])
        as fresh (id, at, platform, deleted, feedback, signals)
      where lead.id = fresh.id`.execute(tx)
    await sql`
      insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
      select ${site.organizationId}, lead.id, signal_id, 70, '', '[]', 'test-1', lead.collected_at
      from lead cross join lateral unnest(signal_ids) as of_signal (signal_id)
      where lead.project_id = ${site.projectId} on conflict do nothing`.execute(tx)
    const history = leads.flatMap(({ id, history: done }) => done.map((one) => ({ leadId: id, ...one })))
    await sql`
      insert into lead_history (id, organization_id, lead_id, kind, summary, at)
      select gen_random_uuid(), ${site.organizationId}, lead_id, kind, '', at
      from unnest(${history.map(({ leadId }) => leadId)}::uuid[], ${history.map(({ kind }) => kind)}::text[],
        ${history.map(({ at }) => new Date(at))}::timestamptz[]) as fresh (lead_id, kind, at)`.execute(tx)
    for (const { kind, amount, work, signalId, at } of entries) {
      const id = app.dependencies.newId()
      await sql`
        insert into credit_entry (id, organization_id, kind, amount, balance_after, key, what, work, project_id, signal_id, created_at)
        values (${id}, ${site.organizationId}, ${kind}, ${amount}, 0, ${id}, '', ${work}, ${site.projectId}, ${signalId},
          ${new Date(at)})`.execute(tx)
    }
  })
  await app.db.transaction(monitoringScope(site.organizationId), async (tx) => {
    for (const source of ['alpha', 'beta', 'gamma']) {
      const watchId = app.dependencies.newId()
      await sql`
        insert into watch (id, platform, source, query, way, read_to, next_poll_at, created_at)
        values (${watchId}, 'discourse', ${source}, ${seed}, 'poll', now(), now(), now())`.execute(tx)
      for (const { from, to } of listened.filter((one) => one.source === source)) {
        await (
          to === null
            ? sql`insert into watch_project (watch_id, organization_id, project_id, since)
                values (${watchId}, ${site.organizationId}, ${site.projectId}, ${new Date(from)})`
            : sql`insert into watch_stretch (watch_id, organization_id, project_id, from_at, until_at)
                values (${watchId}, ${site.organizationId}, ${site.projectId}, ${new Date(from)}, ${new Date(to)})`
        ).execute(tx)
      }
      for (const gap of gaps.filter((one) => one.source === source)) {
        await sql`
          insert into watch_gap (id, watch_id, from_at, to_at, reason, noticed_at, backfilled_at, lost)
          values (${app.dependencies.newId()}, ${watchId}, ${new Date(gap.from)}, ${gap.to === null ? null : new Date(gap.to)},
            'It does not answer.', now(), ${gap.backfilled ? app.clock.now() : null}, ${gap.lost})`.execute(tx)
      }
    }
  })
  return world
}
