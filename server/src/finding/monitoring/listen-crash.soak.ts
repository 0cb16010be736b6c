import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { organizationScope } from '../../platform/scopes.ts'
import { createDice } from '@leadlight/engine/testing/dice'
import { loseWorkerOf } from '@leadlight/testing/lose-worker'
import { startMonitored } from '@leadlight/testing/monitoring-fixture'
import { otherPost, startStreamFixture, wantedPost } from '@leadlight/testing/stream-fixture'
import { until } from '@leadlight/testing/until'

const DEATHS = 50
/** Receiving a few posts and judging them at once passes about so many checkpoints. */
const CHECKPOINTS = 12
const SAID_AT_ONCE = 2
const SETTLED_WITHIN_MS = 300_000

interface Outcome {
  settled: number
  judged: number
  verdicts: number
  charged: number
  held: number
  spent: number
}

/** Hangs at one of the coming checkpoints, like a stalled process, and resumes when all is over. */
function hangingAt(at: number, isOver: Promise<void>) {
  let passed = 0
  const hangs = Promise.withResolvers<void>()
  async function checkpoint(): Promise<void> {
    passed += 1
    if (passed !== at) return
    hangs.resolve()
    await isOver
  }
  return { checkpoint, hangs: hangs.promise }
}

test.each(['a', 'b'])(
  'listeners that stall in turn and resume later lose no post and judge none twice (seed %s)',
  async (seed) => {
    const over = Promise.withResolvers<void>()
    const environment = { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '10000' }
    const fixture = await startStreamFixture({ environment, isTimed: true })
    onTestFinished(() => fixture.close())
    const dice = createDice(seed)
    const org = await fixture.app.organization()
    await startMonitored(org, { budget: 10_000 })
    await fixture.untilListening()
    let said = 0
    const say = () => {
      for (let more = 0; more < SAID_AT_ONCE; more++, said++) {
        fixture.jetstream.sendPost(`o${said}`, otherPost(said))
        fixture.jetstream.sendPost(`w${said}`, wantedPost(said))
      }
    }
    const outcome = () =>
      fixture.app.db.transaction(organizationScope(org.organizationId), async (tx) => {
        const { rows } = await sql<Outcome>`select
          (select count(*)::int from monitor_candidate where state in ('judged', 'repeated')) as settled,
          (select count(*)::int from monitor_candidate where state = 'judged') as judged,
          (select count(*)::int from judgement) as verdicts,
          (select -sum(amount)::int from credit_entry where kind = 'charge') as charged,
          (select sum(amount)::int from credit_entry where kind in ('hold', 'release')) as held,
          (select sum(spent)::int from signal_monitor) as spent`.execute(tx)
        return rows[0]
      })
    await fixture.untilListening()
    await fixture.app.dependencies.jobs.stop(0)
    for (let death = 0; death < DEATHS; death++) {
      const { checkpoint, hangs } = hangingAt(dice.between(1, CHECKPOINTS), over.promise)
      const worker = await fixture.startWorker(checkpoint)
      let isHanging = false
      void hangs.then(() => (isHanging = true))
      await until(async () => {
        say()
        await new Promise((resolve) => setTimeout(resolve, dice.between(100, 600)))
        return isHanging
      }, 60_000)
      await loseWorkerOf(fixture.app.database, 'monitoring.listen-watch')
      await worker.stop(0)
    }
    await fixture.startWorker(() => Promise.resolve())
    over.resolve()
    say()
    await until(async () => (await outcome())?.settled === said, SETTLED_WITHIN_MS).catch(() => undefined)
    const { judged = 0, ...found } = (await outcome()) ?? {}
    expect(judged).toBeGreaterThan(DEATHS)
    expect(found).toEqual({ settled: said, verdicts: judged, charged: judged * 1_000, held: 0, spent: judged * 1_000 })
  },
)
