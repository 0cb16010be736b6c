// A process to be killed by the tests: node victim.ts <what it does> <how it opens the database, JSON> [job name].
import { z } from 'zod'
import { systemClock } from '@leadlight/server/platform/clock'
import { openDatabase, type Database } from '@leadlight/server/platform/database'
import { createIds } from '@leadlight/server/platform/ids'
import { createJobs, defineJob } from '@leadlight/server/platform/jobs'
import { silentLog } from '@leadlight/server/platform/log'
import { systemRandom } from '@leadlight/server/platform/random'

const [action = '', where = '{}', jobName = ''] = process.argv.slice(2)

/** Commits one row after another and prints each number once the database has acknowledged it. */
async function writeForever({ pool }: Database): Promise<never> {
  for (let n = 0; ; n += 1) {
    await pool.query(`begin; insert into post (id, platform, external_id, kind, url, body, posted_at, collected_at)
      values (gen_random_uuid(), 'victim', '${n}', 'story', 'https://x', repeat('x', 2000), now(), now()); commit`)
    say(String(n))
  }
}

/** Takes jobs and never finishes one. */
async function workForever(database: Database): Promise<void> {
  const newId = createIds(systemClock, systemRandom)
  const jobs = createJobs({ database, log: silentLog, clock: systemClock, newId })
  const job = defineJob({ name: jobName, schema: z.object({}), retryLimit: 0, retryDelayMs: 10, expireMs: 600_000 })
  jobs.work(job, async (_, { attempt, signal }) => {
    say(`running ${attempt}`)
    await systemClock.sleep(600_000, signal)
  })
  await jobs.start()
  say('working')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const options = JSON.parse(where) as { databaseUrl?: string; dataDir: string }
const database = await openDatabase({ ...options, poolMax: 3, log: silentLog, clock: systemClock })
// Before it prints anything: its parent may then tell it to stop at once.
if (action === 'hold') process.on('SIGTERM', () => void database.close())
say('open')
if (action === 'write') await writeForever(database)
if (action === 'work') await workForever(database)
