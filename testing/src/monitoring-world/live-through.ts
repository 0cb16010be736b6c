import { createDice } from '@leadlight/engine/testing/dice'
import { LISTENED, type Listened } from '../monitored-platforms.ts'
import { startMonitoringDriver, type MonitoringDriver } from '../monitoring-driver.ts'
import { ACTIONS } from './actions.ts'
import { expectMadeGood, expectSound } from './invariants.ts'
import { compareWithOracle, type Compared } from './oracle.ts'
import { planEvents, type WorldEvent } from './world-events.ts'
import { writePosts } from './world-posts.ts'
import { buildWorld, type World, type WorldSize } from './world.ts'

const START = new Date('2026-11-12T08:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SETTLED_WITHIN_MS = 3 * DAY_MS

export interface WorldPlan extends WorldSize {
  seed: string
  days: number
  dullPerDay: number
  plantedPerDay: number
  /** On each platform. */
  pollsPerDay: number
  /** How often a day a worker listens to the stream. */
  visitsPerDay: number
  monthlyCredits: number
}

export interface Lived extends Compared {
  planted: number
  polled: number
  judged: number
  gaps: number
  /** How often the stream began anew, and dropped what lay between. */
  deaf: number
}

/**
 * Lives through a world from its first day to its last and checks it each evening. Then everything works again until
 * all has been read, and the findings are compared with what there was to find. The same seed gives the same world.
 */
export async function liveThrough(plan: WorldPlan): Promise<Lived> {
  const { seed, days } = plan
  const { posts, planted } = writePosts(createDice(`${seed}:posts`), { ...plan, start: START })
  const driver = await startMonitoringDriver({
    posts,
    start: START,
    pollsPerDay: plan.pollsPerDay,
    visitEveryMs: DAY_MS / plan.visitsPerDay,
    environment: { JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: String(plan.monthlyCredits) },
  })
  try {
    const world = await buildWorld(driver, posts, { size: plan, dice: createDice(`${seed}:world`) })
    await happen(world, planEvents(createDice(`${seed}:events`), { start: START, days }), seed)
    await settle(driver, world)
    await expectSound(world)
    const gaps = await expectMadeGood(world)
    const compared = await compareWithOracle(world)
    const deaf = driver.stream?.deaf.length ?? 0
    return { planted, polled: driver.polled(), judged: driver.judged(), gaps, deaf, ...compared }
  } finally {
    await driver.close()
  }
}

async function happen(world: World, events: readonly WorldEvent[], seed: string): Promise<void> {
  const { driver } = world
  const outages = new Map<Listened, number>()
  const dice = createDice(`${seed}:deeds`)
  for (const event of events) {
    await driver.passUntil(event.at)
    if (event.kind === 'faults' && !outages.has(event.platform)) {
      driver.platforms.doubles.get(event.platform)?.failNext(event.fault, event.times)
    } else if (event.kind === 'outage') {
      outages.set(event.platform, (outages.get(event.platform) ?? 0) + 1)
      driver.platforms.doubles.get(event.platform)?.failNext(event.fault, 100_000)
    } else if (event.kind === 'recovery') {
      const left = (outages.get(event.platform) ?? 1) - 1
      if (left > 0) outages.set(event.platform, left)
      else {
        outages.delete(event.platform)
        driver.platforms.doubles.get(event.platform)?.recover()
      }
    } else if (event.kind === 'stream fault') {
      driver.stream?.fail(event.fault)
    } else if (event.kind === 'absence') {
      await driver.sleepUntil(event.until)
    } else if (event.kind === 'deed') {
      // An unreachable source cannot be added, which has its own test.
      const asksPlatforms = event.action === 'add source' || event.action === 'set key'
      if (asksPlatforms && outages.size > 0) continue
      if (asksPlatforms) for (const double of driver.platforms.doubles.values()) double.recover()
      await ACTIONS[event.action](world, dice)
    } else if (event.kind === 'day') {
      await driver.tidy()
      await expectSound(world)
    }
  }
}

/** Everything works again, until all posts have been read. */
async function settle(driver: MonitoringDriver, { ask }: World): Promise<void> {
  for (const platform of LISTENED) driver.platforms.doubles.get(platform)?.recover()
  const end = driver.now()
  for (const limit = end.getTime() + SETTLED_WITHIN_MS; driver.now().getTime() < limit;) {
    await driver.passUntil(new Date(driver.now().getTime() + HOUR_MS))
    const unread = await ask(
      'select from watch where read_to <= $1 and id in (select watch_id from watch_project) limit 1',
      [end],
    )
    if (unread.length === 0) return driver.tidy()
  }
  throw new Error('Not all had been read three days after everything worked again.')
}
