import {
  getAnswerTimes,
  getCoverageInsights,
  getCreditInsights,
  getLeadsByDay,
  getSignalInsights,
} from '@leadlight/contract/insights'
import { dayStarts, daysBetween } from '@leadlight/domain/days'
import { measuredQuality } from '@leadlight/domain/quality'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { buildInsightWorld, type InsightWorld } from '@leadlight/testing/insight-world'
import { mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { readInsightsDigest } from './read-insights-digest.ts'

const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { SESSION_DAYS: '30' } })
})
afterAll(() => app.close())

/** Clocks go back in Berlin on 25 October and in New York on 1 November; it is 2 November. */
const ASKED = [
  { from: '2026-10-20', to: '2026-11-02', time_zone: 'Europe/Berlin' },
  { from: '2026-10-25', to: '2026-10-25', time_zone: 'Europe/Berlin' },
  { from: '2026-10-28', to: '2026-11-10', time_zone: 'America/New_York' },
  { from: '2026-08-01', to: '2026-10-31', time_zone: 'Asia/Kathmandu' },
  { from: '2026-10-20', to: '2026-10-24', time_zone: 'UTC' },
]
type Asked = (typeof ASKED)[number]

/** The local day, computed another way than in the code under test. */
function dayThere(at: number, timeZone: string): string {
  return new Date(at).toLocaleDateString('sv', { timeZone })
}

function isAsked(at: number, { from, to, time_zone: zone }: Asked): boolean {
  return dayThere(at, zone) >= from && dayThere(at, zone) <= to
}

function quantile(values: readonly number[], share: number): number | null {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)] ?? null
}

describe.each(['first', 'second', 'third'])('the figures of world %s match its data', (seed) => {
  let site: LeadSite
  let world: InsightWorld
  beforeAll(async () => {
    site = await mintLeadSite(app)
    const edges = ASKED.flatMap((asked) => dayStarts(asked.time_zone, daysBetween(asked.from, asked.to)))
    const past = edges.filter((edge) => edge < app.clock.now())
    world = await buildInsightWorld(app, site, {
      seed,
      since: new Date('2026-08-10T00:00:00Z'),
      leads: 150,
      edges: past,
    })
  })

  const call = (endpoint: typeof getLeadsByDay, query: Asked) =>
    site.organization.call(endpoint, { params: { projectId: site.projectId }, query })

  test.each(ASKED)('leads by day: $from to $to, $time_zone', async (asked) => {
    const found = world.leads.filter(({ foundAt }) => isAsked(foundAt, asked))
    const days = daysBetween(asked.from, asked.to)
    const told = await call(getLeadsByDay, asked)
    const seriesOf = (leads: typeof found) => ({
      total: leads.length,
      by_day: days.map((day) => leads.filter(({ foundAt }) => dayThere(foundAt, asked.time_zone) === day).length),
    })
    expect(told.days).toEqual(days)
    expect(told.leads).toEqual(seriesOf(found))
    for (const id of world.signalIds) {
      const own = seriesOf(found.filter(({ signalIds }) => signalIds.includes(id)))
      const { total, by_day: counts } = told.by_signal.find((one) => one.id === id) ?? seriesOf([])
      expect({ total, by_day: counts }).toEqual(own)
    }
    for (const platform of ['hackernews', 'reddit', 'github']) {
      const own = seriesOf(found.filter((lead) => lead.platform === platform))
      const { total, by_day: counts } = told.by_channel.find((one) => one.platform === platform) ?? seriesOf([])
      expect({ total, by_day: counts }).toEqual(own)
    }
    const totals = told.by_signal.map(({ total }) => total)
    expect(totals).toEqual(totals.toSorted((a, b) => b - a))
  })

  test.each(ASKED)('the share of good leads: $from to $to, $time_zone', async (asked) => {
    const { signals } = await site.organization.call(getSignalInsights, {
      params: { projectId: site.projectId },
      query: asked,
    })
    expect(signals.map(({ id }) => id)).toEqual(world.signalIds)
    for (const signal of signals) {
      const judged = world.leads.filter(
        ({ foundAt, signalIds }) => signalIds.includes(signal.id) && isAsked(foundAt, asked),
      )
      const positive = judged.filter(({ feedback }) => feedback === 'positive').length
      const negative = judged.filter(({ feedback }) => feedback === 'negative').length
      expect(signal).toMatchObject({ positive, negative, recall: null, audited: 0 })
      const quality = measuredQuality({ positive, negative })
      const { positive: _good, negative: _bad, ...precision } = quality ?? { positive, negative }
      expect(signal.precision).toEqual(quality && precision)
    }
  })

  test.each(ASKED)('the time to a first answer: $from to $to, $time_zone', async (asked) => {
    const found = world.leads.filter(({ foundAt }) => isAsked(foundAt, asked))
    const took = found.flatMap(({ foundAt, history }) => {
      const answers = history.filter(({ kind }) => kind === 'draft' || kind === 'status').map(({ at }) => at - foundAt)
      return answers.length === 0 ? [] : [Math.min(...answers)]
    })
    const isAnswered = ({ history }: (typeof found)[number]) =>
      history.some(({ kind }) => kind === 'draft' || kind === 'status')
    const dismissed = found.filter((lead) => lead.deleted && !isAnswered(lead)).length
    const limits = [1, 4, 24, 72, 168].map((hours) => hours * HOUR_MS)
    const told = await site.organization.call(getAnswerTimes, { params: { projectId: site.projectId }, query: asked })
    expect(told).toEqual({
      found: found.length,
      answered: took.length,
      dismissed,
      waiting: found.length - took.length - dismissed,
      median_ms: quantile(took, 0.5),
      slow_ms: quantile(took, 0.9),
      steps: ['1 hour', '4 hours', '1 day', '3 days', '1 week', null].map((within, step) => ({
        within,
        leads: took.filter((ms) => ms >= (limits[step - 1] ?? 0) && ms < (limits[step] ?? Infinity)).length,
      })),
    })
  })

  test.each(ASKED)('credits by kept lead: $from to $to, $time_zone', async (asked) => {
    const { leads, entries, signalIds } = world
    const found = leads.filter(({ foundAt }) => isAsked(foundAt, asked))
    const spent = entries.filter(({ kind, at }) => kind !== 'hold' && isAsked(at, asked))
    const creditsOf = (some: typeof spent) => -some.reduce((sum, { amount }) => sum + amount, 0) / 1000 || 0
    const isFinding = ({ work }: (typeof spent)[number]) => work === 'search' || work === 'monitoring'
    const kept = found.filter(({ deleted }) => !deleted).length
    const told = await site.organization.call(getCreditInsights, {
      params: { projectId: site.projectId },
      query: asked,
    })
    const finding = creditsOf(spent.filter(isFinding))
    const perLead = (credits: number, count: number) =>
      count === 0 ? null : Math.round((credits * 1000) / count) / 1000
    expect(told).toMatchObject({ found: found.length, kept, finding, total: creditsOf(spent) })
    expect(told.per_kept_lead).toBe(perLead(finding, kept))
    for (const { work, credits } of told.by_work) {
      expect(credits).toBe(creditsOf(spent.filter((entry) => entry.work === work)))
    }
    for (const id of signalIds) {
      const own = found.filter((lead) => lead.signalIds.includes(id))
      const ownCredits = creditsOf(spent.filter((entry) => isFinding(entry) && entry.signalId === id))
      const ownKept = own.filter(({ deleted }) => !deleted).length
      const nothing = { finding: 0, found: 0, kept: 0, per_kept_lead: null }
      expect(told.by_signal.find((signal) => signal.id === id) ?? nothing).toMatchObject({
        finding: ownCredits,
        found: own.length,
        kept: ownKept,
        per_kept_lead: perLead(ownCredits, ownKept),
      })
    }
  })

  test.each(ASKED)('when each source was blind: $from to $to, $time_zone', async (asked) => {
    const now = app.clock.now().getTime()
    const starts = dayStarts(asked.time_zone, daysBetween(asked.from, asked.to)).map((start) => start.getTime())
    const known = { from: Math.max(starts[0]!, now - 30 * 24 * HOUR_MS), to: Math.min(starts.at(-1)!, now) }
    const told = await site.organization.call(getCoverageInsights, {
      params: { projectId: site.projectId },
      query: asked,
    })
    expect(told.known_since).toBe(known.from > starts[0]! ? new Date(known.from).toISOString() : null)
    for (const source of ['alpha', 'beta', 'gamma']) {
      // Counted by sampling the middle of each minute, which errs by at most one minute at each end.
      const listened = world.listened.filter((one) => one.source === source)
      const gaps = world.gaps.filter((gap) => gap.source === source)
      let heardFor = 0
      let blindFor = 0
      for (let at = known.from + 30_000; at < known.to; at += 60_000) {
        const stretches = listened.filter(({ from, to }) => at >= from && at < (to ?? now))
        if (stretches.length > 0) heardFor += 60_000
        if (stretches.length > 0 && gaps.some(({ from, to }) => at >= from && at < (to ?? now))) blindFor += 60_000
      }
      const one = told.sources.find((each) => each.source === source)
      expect(one?.name).toBe(heardFor > 0 ? `Discourse: ${source}` : undefined)
      expect(Math.abs((one?.listened_ms ?? 0) - heardFor)).toBeLessThanOrEqual(listened.length * 60_000)
      expect(Math.abs((one?.blind_ms ?? 0) - blindFor)).toBeLessThanOrEqual(2 * gaps.length * 60_000)
      const isSeen = ({ from, to }: { from: string; to: string | null }) =>
        Date.parse(from) < known.to && (to === null || Date.parse(to) > known.from)
      expect(one?.blind.every(isSeen) ?? true).toBe(true)
    }
  })

  test('a digest gives the same figures in short', async () => {
    const [asked] = ASKED
    const [from, to] = dayStarts(asked!.time_zone, [asked!.from, asked!.to]).toSpliced(1, 1)
    const query = { params: { projectId: site.projectId }, query: asked! }
    const leads = await site.organization.call(getLeadsByDay, query)
    const answers = await site.organization.call(getAnswerTimes, query)
    const credits = await site.organization.call(getCreditInsights, query)
    const { sources } = await site.organization.call(getCoverageInsights, query)
    const deps = { clock: app.clock, channels: app.dependencies.matching.channels }
    const digest = await app.db.transaction(organizationScope(site.organizationId), (tx) =>
      readInsightsDigest(tx, deps, site, { from: from!, to: to! }),
    )
    expect(digest).toMatchObject({
      found: leads.leads.total,
      kept: credits.kept,
      bySignal: leads.by_signal.map(({ id, text, total }) => ({ id, text, leads: total })),
      answered: answers.answered,
      dismissed: answers.dismissed,
      waiting: answers.waiting,
      medianAnswerMs: answers.median_ms,
      spent: credits.total,
      perKeptLead: credits.per_kept_lead,
    })
    expect(digest.blind.map(({ name, blindMs }) => [name, blindMs])).toEqual(
      sources
        .filter(({ blind_ms: ms }) => ms > 0)
        .toSorted((a, b) => b.blind_ms - a.blind_ms)
        .map(({ name, blind_ms: ms }) => [name, ms]),
    )
  })
})
