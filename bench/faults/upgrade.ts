import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { freePort } from '@leadlight/testing/free-port'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { bringEarlierCode, describeRef, findEarlierRef } from './earlier-code.ts'
import { createDatabase, environmentOf, fetchRowsBy, startParties } from './fixture.ts'
import { createProgram, type Program } from './program.ts'
import { printRow, suffer } from './report.ts'
import { UPGRADE_STEPS, type Upgrade, type Version } from './upgrade-steps.ts'

/**
 * Upgrades an installation from a commit to today's code, as an operator does who may not stop it, and goes back and
 * forth on the way. Fails if a call of either version is answered 5xx or not at all, if a process logs an error, if one
 * version does not know what was changed by the other, or if anything of a search is lost or doubled.
 */
export async function upgradeFrom(given: string | undefined): Promise<void> {
  const ref = given ?? (await findEarlierRef())
  console.log(`From ${await describeRef(ref)}`)
  const ends: (() => Promise<unknown>)[] = []
  try {
    const upgrade = await prepare(ref, ends)
    let failed = 0
    for (const step of UPGRADE_STEPS) {
      const row = await suffer(upgrade, step)
      if (row.failures.length > 0) failed += 1
      printRow(row)
    }
    console.log(`${UPGRADE_STEPS.length - failed} of ${UPGRADE_STEPS.length} steps did no harm.`)
    if (failed > 0) process.exitCode = 1
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function prepare(ref: string, ends: (() => Promise<unknown>)[]): Promise<Upgrade> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-upgrade-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const [code, data] = [join(folder, 'code'), join(folder, 'data')]
  for (const each of [code, data]) await mkdir(each, { mode: 0o700 })
  const main = await bringEarlierCode(ref, code)
  const cluster = await startPostgresCluster({ keepsWrites: true })
  ends.push(() => cluster.stop())
  const { databaseUrl, pool } = await createDatabase(cluster)
  ends.push(() => pool.end())
  const parties = await startParties()
  ends.push(() => parties.close())
  const open = async (name: string, itsMain?: string): Promise<Version> => {
    const port = await freePort()
    const variables = () => environmentOf({ parties, databaseUrl, folder: data, port })
    const [api, worker] = (['api', 'worker'] as const).map((role) => createProgram(role, variables, itsMain)) as [
      Program,
      Program,
    ]
    ends.push(() => Promise.all([api.stop(), worker.stop()]))
    return { name, url: `http://127.0.0.1:${port}`, api, worker }
  }
  return {
    earlier: await open('the earlier version', main),
    present: await open('today’s'),
    receiver: parties.receiver,
    fetchRows: fetchRowsBy(pool),
    searched: [],
  }
}
