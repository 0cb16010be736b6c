import { systemClock } from '@leadlight/server/platform/clock'
import type { Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { systemRandom } from '@leadlight/server/platform/random'
import { buildSignal } from '@leadlight/testing/lead-builder'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 80
const MORE_SIGNALS = [
  'Freelancers whose invoices are paid late, and who look for a way to be paid on time',
  'Agencies asking how to bill in several currencies',
]
const LISTENED = [
  { platform: 'hacker_news', source: '' },
  { platform: 'stack_exchange', source: 'softwarerecs' },
  { platform: 'github', source: 'acme/books' },
  { platform: 'feed', source: 'https://freelancers.example/forum.rss' },
]
const newId = createIds(systemClock, systemRandom)
const now = Math.floor(systemClock.now().getTime() / HOUR_MS) * HOUR_MS

/** Seeds a project with history for its figures: weeks of leads, work on them, costs, and blind times. */
export async function seedFigures({ db, pool }: Database, projectId: string): Promise<void> {
  const ask: Ask = async (text, values) => (await pool.query<Record<string, string>>(text, values)).rows
  const [project] = await ask('select organization_id from project where id = $1', [projectId])
  const organizationId = project?.['organization_id'] ?? ''
  const builder = { db, clock: systemClock, dependencies: { newId } }
  for (const text of MORE_SIGNALS) await buildSignal(builder, { organizationId, projectId }, text)
  const signals = await ask('select id from intent_signal where project_id = $1 order by created_at, id', [projectId])
  const leads = await ask('select id, post_id from lead where project_id = $1 order by id', [projectId])
  const place = { organizationId, projectId, signalIds: signals.map(({ id }) => id ?? '') }
  for (const [n, lead] of leads.entries()) await addPast(ask, place, { n, id: lead['id'] ?? '' })
  await addCosts(ask, place)
  await addListening(ask, place)
  const postIds = leads.map(({ post_id: id }) => id ?? '')
  await addAudit(ask, place, postIds)
}

type Ask = (text: string, values: unknown[]) => Promise<Record<string, string>[]>

interface SeededIds {
  organizationId: string
  projectId: string
  signalIds: string[]
}

/** More of them recently; each matches one or two signals, and some are answered, rated or deleted. */
async function addPast(ask: Ask, { organizationId, signalIds }: SeededIds, { n, id }: { n: number; id: string }) {
  const share = (n * 0.618_033_99) % 1
  const daysAgo = Math.floor(DAYS * (1 - Math.sqrt(share)))
  const foundAt = now - daysAgo * DAY_MS - ((n * 5) % 20) * HOUR_MS
  const first = [0, 0, 1, 0, 2, 1, 3][n % 7] ?? 0
  const matched = [first, ...(n % 6 === 0 ? [(first + 1) % 4] : [])].map((index) => signalIds[index])
  const feedback = n % 2 === 0 ? (n % (4 + first * 4) === 0 ? 'negative' : 'positive') : null
  await ask('update lead set collected_at = $2, signal_ids = $3::uuid[], feedback = $4, deleted = $5 where id = $1', [
    id,
    new Date(foundAt),
    matched,
    feedback,
    n % 9 === 4,
  ])
  await ask('delete from lead_match where lead_id = $1', [id])
  for (const signalId of matched) {
    await ask(
      `insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
        values ($1, $2, $3, 70, 'Asks for a recommendation.', '[]', 'built-in', $4)`,
      [organizationId, id, signalId, new Date(foundAt)],
    )
  }
  if (n % 3 === 2) return
  const tookHours = [0.4, 2, 7, 2.5, 30, 90, 0.8, 200][n % 8] ?? 1
  const answeredAt = foundAt + tookHours * HOUR_MS
  if (answeredAt > now) return
  await ask(
    `insert into lead_history (id, organization_id, lead_id, kind, summary, at) values ($1, $2, $3, $4, 'Reply drafted', $5)`,
    [newId(), organizationId, id, n % 4 === 0 ? 'status' : 'draft', new Date(answeredAt)],
  )
}

async function addCosts(ask: Ask, { organizationId, projectId, signalIds }: SeededIds) {
  for (let daysAgo = 0; daysAgo < DAYS; daysAgo += 1) {
    for (const [index, signalId] of signalIds.entries()) {
      await ask(
        `insert into credit_entry (id, organization_id, kind, amount, balance_after, key, what, work, project_id, signal_id, created_at)
          values ($1::uuid, $2, 'charge', $3, 0, $1::uuid::text, 'Posts judged', 'monitoring', $4, $5, $6)`,
        [
          newId(),
          organizationId,
          -(1500 + ((daysAgo * 7 + index * 13) % 9) * 500),
          projectId,
          signalId,
          new Date(now - daysAgo * DAY_MS),
        ],
      )
    }
    if (daysAgo % 4 > 0) continue
    await ask(
      `insert into credit_entry (id, organization_id, kind, amount, balance_after, key, what, work, project_id, created_at)
        values ($1::uuid, $2, 'charge', -2000, 0, $1::uuid::text, 'A drafted reply', 'draft', $3, $4)`,
      [newId(), organizationId, projectId, new Date(now - daysAgo * DAY_MS)],
    )
  }
}

async function addListening(ask: Ask, { organizationId, projectId }: SeededIds) {
  await ask(
    `insert into feed (id, organization_id, project_id, url, title, created_at) values ($1, $2, $3, $4, 'Freelancers’ forum', now())`,
    [newId(), organizationId, projectId, LISTENED[3]?.source],
  )
  for (const [index, { platform, source }] of LISTENED.entries()) {
    const watchId = newId()
    await ask(
      `insert into watch (id, platform, source, query, way, read_to, next_poll_at, created_at)
        values ($1, $2, $3, 'invoicing', 'poll', now(), now() + interval '1 day', now())`,
      [watchId, platform, source],
    )
    const since = new Date(now - (index === 3 ? 12 : 60) * DAY_MS)
    await ask('insert into watch_project (watch_id, organization_id, project_id, since) values ($1, $2, $3, $4)', [
      watchId,
      organizationId,
      projectId,
      since,
    ])
    const gaps = [
      { at: 20, hours: 30, lost: false },
      { at: 9, hours: 11, lost: index === 1 },
      { at: 3, hours: 5, lost: index === 2 },
    ].slice(0, index)
    for (const { at, hours, lost } of gaps) {
      const from = now - at * DAY_MS
      const to = new Date(from + hours * HOUR_MS)
      await ask(
        `insert into watch_gap (id, watch_id, from_at, to_at, reason, noticed_at, backfilled_at, recovered, lost)
          values ($1, $2, $3, $4, 'It answered with 503.', $4, $5, $6, $7)`,
        [newId(), watchId, new Date(from), to, lost ? null : to, lost ? 0 : 14, lost],
      )
    }
    if (index === 3) {
      await ask(
        `insert into watch_gap (id, watch_id, from_at, reason, noticed_at) values ($1, $2, $3, 'It does not answer.', now())`,
        [newId(), watchId, new Date(now - 4 * HOUR_MS)],
      )
    }
    await ask(
      `insert into coverage (id, organization_id, project_id, platform, source, query, window_from, window_to, seen, kept, gap, error, polled_at)
        select gen_random_uuid(), $1, $2, $3, $4, 'invoicing', now(), now(), 20, 3, false, case when n = 3 then 'It answered with 503.' end,
          now() - n * interval '2 days' from generate_series(1, 6) n`,
      [organizationId, projectId, platform, source],
    )
  }
  // Searched, and not monitored.
  await ask(
    `insert into coverage (id, organization_id, project_id, platform, source, query, window_from, window_to, seen, kept, gap, polled_at)
      values (gen_random_uuid(), $1, $2, 'mastodon', '', '', now(), now(), 25, 1, false, now() - interval '1 day')`,
    [organizationId, projectId],
  )
}

/** Audited posts that the first two signals rejected. */
async function addAudit(ask: Ask, { organizationId, projectId, signalIds }: SeededIds, postIds: readonly string[]) {
  const monday = "(date_trunc('week', now() at time zone 'UTC') - interval '7 days')::date"
  for (const [index, signalId] of signalIds.slice(0, 2).entries()) {
    await ask(
      `insert into signal_audit (organization_id, project_id, intent_signal_id, week, until_at, found, strata)
        values ($1, $2, $3, ${monday}, now(), 40, '{"near": 12, "middle": 30, "far": 90}')`,
      [organizationId, projectId, signalId],
    )
    const strata = [
      'near',
      'near',
      'near',
      'near',
      'middle',
      'middle',
      'middle',
      ...Array.from({ length: 8 }, () => 'far'),
    ]
    for (const [position, stratum] of strata.entries()) {
      await ask(
        `insert into signal_audit_post (organization_id, intent_signal_id, week, position, post_id, stratum, answer, answered_at)
          values ($1, $2, ${monday}, $3, $4, $5, $6, now())`,
        [
          organizationId,
          signalId,
          position + 1,
          postIds[position],
          stratum,
          index === 0 && position === 1 ? 'yes' : 'no',
        ],
      )
    }
  }
}
