import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startPostgresCluster } from '@leadlight/server/testing/postgres-cluster'
import { createAuthenticator } from '@leadlight/server/accounts/authenticator'
import { leadRoutes } from '@leadlight/server/leads/routes'
import { createApp } from '@leadlight/server/platform/http'
import { createIds } from '@leadlight/server/platform/ids'
import { createMetrics } from '@leadlight/server/platform/metrics'
import { systemRandom } from '@leadlight/server/platform/random'
import { createCapture, issueToken, pathOf, sessionTokens } from '../bench/list/capture.ts'
import { listScenarios } from '../bench/list/scenarios.ts'
import { seed } from '../bench/list/seed.ts'
const cluster = await startPostgresCluster()
const url = (u: string, d: string) => `postgresql://${u}@localhost/${d}?host=${encodeURIComponent(cluster.socketDir)}`
const open = (databaseUrl: string) => openDatabase({ dataDir: '', databaseUrl, poolMax: 1, log: silentLog, clock: systemClock })
const a = await open(url('postgres', 'postgres')); await a.pool.query('create role o login'); await a.pool.query('create database l owner o'); await a.close()
const o = await open(url('o', 'l')); await migrate(o)
const s = await open(url('postgres', 'l'))
const orgs = await seed(s.pool, { leads: 20000, organizations: 20, largest: 3000 })
const sc = await listScenarios(s.pool, orgs, [1000])
const capture = createCapture(o)
for (const name of ['first page, every sort', 'largest: 1,000 deep, every sort']) {
  const st = await capture(sc.find((x) => x.name === name)!.requests[0]!)
  console.log(name); for (const x of st) console.log('  ', x.text.replaceAll(/\s+/g, ' ').slice(0, 150))
}
await o.close()
const db = await open(url('o', 'l'))
const tokens = sessionTokens()
const clock = systemClock
const app = createApp({ authenticator: createAuthenticator({ db: db.db, clock, tokens }), clock, newId: createIds(clock, systemRandom), log: silentLog, metrics: createMetrics(), trustProxy: [], socketAddress: () => '' })
leadRoutes(app, { db: db.db, clock, newId: createIds(clock, systemRandom), channels: [] })
for (const name of ['first page, every sort', 'largest: 1,000 deep, every sort']) {
  const reqs = sc.find((x) => x.name === name)!.requests
  const prepared = await Promise.all(reqs.map(async (r) => [pathOf(r), { headers: { authorization: `Bearer ${await issueToken(tokens, r.organization)}` } }] as const))
  for (let round = 0; round < (name.startsWith('largest') ? 12 : 1); round++) {
    const c0 = process.cpuUsage(); const t0 = performance.now(); const N = 400
    for (let i = 0; i < N; i++) { const [p, h] = prepared[i % prepared.length]!; await (await app.hono.request(p, h)).text() }
    const c = process.cpuUsage(c0)
    console.log(name, 'wall/req', ((performance.now() - t0) / N).toFixed(2), 'cpu/req', ((c.user + c.system) / 1000 / N).toFixed(2))
  }
}
await db.close(); await s.close(); await cluster.stop()
