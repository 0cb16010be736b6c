import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startPostgresCluster } from '@leadlight/server/testing/postgres-cluster'
import { createCapture, issueToken, pathOf, sessionTokens, } from '../bench/list/capture.ts'
import { findPgbench, pgbenchPeer } from '../bench/list/peer.ts'
import { listScenarios } from '../bench/list/scenarios.ts'
import { seed } from '../bench/list/seed.ts'
import { serve } from '../bench/list/served.ts'
import { timesOf } from '../bench/list/table.ts'
const cluster = await startPostgresCluster()
const url = (u: string, d: string) => `postgresql://${u}@localhost/${d}?host=${encodeURIComponent(cluster.socketDir)}`
const open = (databaseUrl: string) => openDatabase({ dataDir: '', databaseUrl, poolMax: 1, log: silentLog, clock: systemClock })
const a = await open(url('postgres', 'postgres')); await a.pool.query('create role o login'); await a.pool.query('create database l owner o'); await a.close()
const o = await open(url('o', 'l')); await migrate(o)
const s = await open(url('postgres', 'l'))
const orgs = await seed(s.pool, { leads: 20000, organizations: 20, largest: 3000 })
const sc = (await listScenarios(s.pool, orgs, [1000])).find((x) => x.name.includes('deep'))!
const capture = createCapture(o)
const statements = []; for (const r of sc.requests) statements.push(await capture(r))
const server = await serve({ DATABASE_URL: url('o', 'l') })
const tokens = sessionTokens()
const prepared = await Promise.all(sc.requests.map(async (r) => [pathOf(r), await issueToken(tokens, r.organization)] as const))
const time = server.time
for (const x of statements[0]!) console.log(x.text.replaceAll(/\s+/g,' ').slice(0,100))
const peer = pgbenchPeer(findPgbench()!, { socketDir: cluster.socketDir, user: 'o', database: 'l' })
for (let round = 0; round < 7; round++) {
  const times = []
  for (let i = 0; i < 400; i++) { const [p, h] = prepared[i % prepared.length]!; times.push(await time(p, h)) }
  const theirs = timesOf(await peer.measure(statements, 400)); const ours = timesOf(times); const tx2 = timesOf(await peer.measure(statements.map((x) => x.slice(4)), 400)); const auth = timesOf(await peer.measure(statements.map((x) => x.slice(0, 4)), 400))
  console.log('ours', ours.p50Ms.toFixed(2), ours.p95Ms.toFixed(2), 'pgbench', theirs.p50Ms.toFixed(2), theirs.p95Ms.toFixed(2), 'list tx', tx2.p50Ms.toFixed(2), tx2.p95Ms.toFixed(2), 'auth', auth.p50Ms.toFixed(2))
}
await server.stop()
await o.close(); await s.close(); await cluster.stop()
