import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { migrate } from '@leadlight/server/platform/migrate'
import { startPostgresCluster } from '@leadlight/server/testing/postgres-cluster'
import { createCapture } from '../bench/list/capture.ts'
import { listScenarios } from '../bench/list/scenarios.ts'
import { seed } from '../bench/list/seed.ts'
const cluster = await startPostgresCluster()
const url = (u: string, d: string) => `postgresql://${u}@localhost/${d}?host=${encodeURIComponent(cluster.socketDir)}`
const open = (databaseUrl: string) => openDatabase({ dataDir: '', databaseUrl, poolMax: 1, log: silentLog, clock: systemClock })
const a = await open(url('postgres', 'postgres')); await a.pool.query('create role o login'); await a.pool.query('create database l owner o'); await a.close()
const o = await open(url('o', 'l')); await migrate(o)
const s = await open(url('postgres', 'l'))
const orgs = await seed(s.pool, { leads: 20000, organizations: 20, largest: 3000 })
const scs = await listScenarios(s.pool, orgs, [1000])
const capture = createCapture(o)
for (const name of process.argv.slice(2)) {
  const st = await capture(scs.find((x) => x.name.includes(name))!.requests[0]!)
  const c = await o.pool.connect()
  await c.query(st[4]!.text)
  for (const x of st.slice(5, -1)) {
    console.log(x.text)
    for (let i = 0; i < 5; i++) await c.query(`${x.text}`, x.values)
    const { rows } = await c.query(`explain (analyze, timing off) ${x.text}`, x.values)
    console.log(rows.map((r: Record<string, string>) => r['QUERY PLAN']).join('\n'))
    const t = performance.now(); for (let i = 0; i < 200; i++) await c.query(x.text, x.values); console.log('wall', (performance.now() - t) / 200)
  }
  await c.query('commit'); c.release()
}
await o.close(); await s.close(); await cluster.stop()
