import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
import { buildMonitoring } from '@leadlight/testing/monitoring-builder'
import { runPromtool, startPrometheus, type Prometheus } from '@leadlight/testing/prometheus'
import { startProgram } from '@leadlight/testing/start-program'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { installationScope, monitoringScope, platformScope } from '../scopes.ts'

const fileAt = (path: string) => fileURLToPath(new URL(`../../../../deploy/${path}`, import.meta.url))
const RULES = fileAt('prometheus/alerts.yaml')
const PROVOKED = fileAt('prometheus/alerts-test.yaml')
const TOKEN = 'a-token-for-watching-alone'

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})

/** A database in which something waits, something has died, something is watched by polls and by a stream, and mails are read. */
async function busyDatabase(): Promise<string> {
  const on = await createTestDatabase()
  const app = await startTestApp({ on })
  const site = await mintLeadSite(app)
  const { organizationId, projectId, organization } = site
  await buildMonitoring(app, site, { signalIds: [site.signalId], postIds: [], enabledBy: organization.userId })
  const now = app.clock.now()
  await app.db.transaction(monitoringScope(organizationId), async (tx) => {
    const id = app.dependencies.newId()
    await sql`
      insert into watch (id, platform, source, query, way, read_to, next_poll_at, created_at)
      values (${id}, 'bluesky', '', '', 'stream', ${now}, ${now}, ${now})`.execute(tx)
    await sql`
      insert into watch_project (watch_id, organization_id, project_id, since)
      values (${id}, ${organizationId}, ${projectId}, ${now})`.execute(tx)
  })
  await app.db.transaction(platformScope(), (tx) =>
    sql`
      insert into job (name, payload, state, died_at) values
        ('test.nobody', '{}', 'waiting', null), ('test.nobody', '{}', 'dead', now())`.execute(tx),
  )
  await app.db.transaction(installationScope(), (tx) =>
    sql`insert into mailbox (name, made_at, tried_at) values ('test', now(), now())`.execute(tx),
  )
  await app.close()
  return on.databaseUrl ?? ''
}

/** Where an API and a worker of the installation can be scraped. */
async function startBoth(databaseUrl: string): Promise<string[]> {
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'a secret that only the tests know of',
    METRICS_TOKEN: TOKEN,
    WORKER_PORT: '0',
    // Nobody listens there: sources fail, and are watched all the same.
    JETSTREAM_URL: 'ws://127.0.0.1:9',
    HACKER_NEWS_API_URL: 'http://127.0.0.1:9',
    HACKER_NEWS_ITEMS_URL: 'http://127.0.0.1:9',
    STACK_EXCHANGE_API_URL: 'http://127.0.0.1:9',
  }
  const both = ['api', 'worker'].map((role) => startProgram('main', environment, `--role=${role}`))
  return Promise.all(both.map(async ({ address }) => new URL(await address()).host))
}

/** Those of the queries that give no series, asked until all do or the time is over. */
async function findSilent(prometheus: Prometheus, queries: readonly string[]): Promise<string[]> {
  let silent = [...queries]
  await until(async () => {
    const answers = await Promise.all(silent.map((query) => prometheus.query(query)))
    silent = silent.filter((_, index) => answers[index]?.length === 0)
    return silent.length === 0
  }, 60_000).catch(() => {})
  return silent
}

test('each query of the dashboard and each alert gives a series of a running API and worker', async () => {
  const targets = await startBoth(await busyDatabase())
  const prometheus = await startPrometheus({ targets, token: TOKEN, rulesFile: RULES })
  onTestFinished(() => prometheus.stop())
  const { panels } = Dashboard.parse(JSON.parse(readFileSync(fileAt('grafana/leadlight.json'), 'utf8')))
  const shown = panels.flatMap((panel) => panel.targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m')))
  const rules = await prometheus.rules()
  // Every rule compares a number with a limit, and is silent while nothing is wrong.
  const compared = rules.map(({ query }) => query.replace(/ [<>] [\d.]+$/, ''))
  expect(shown.length).toBeGreaterThan(25)
  expect(compared.every((query, index) => query !== rules[index]?.query)).toBe(true)
  expect(await findSilent(prometheus, [...shown, ...compared])).toEqual([])
  // One scrape that is late says nothing.
  expect(await findSilent(prometheus, ['count(up{job="leadlight"} == 1) == 2'])).toEqual([])
  expect(await findSilent(prometheus, ['ALERTS{alertname="LeadlightDeadLetters",alertstate="firing"}'])).toEqual([])
  expect((await prometheus.rules()).filter(({ health }) => health !== 'ok')).toEqual([])
})

test('each alert is silent while all is well, and fires when its time has come', async () => {
  expect(await runPromtool('check', 'rules', RULES)).toContain('SUCCESS')
  expect(await runPromtool('test', 'rules', PROVOKED)).toContain('SUCCESS')
  const alerts = [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const provoked = [...readFileSync(PROVOKED, 'utf8').matchAll(/- alertname: (\w+)/g)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(10)
  expect(new Set(provoked)).toEqual(new Set(alerts))
})
