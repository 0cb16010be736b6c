import { ChannelError, type Channel } from '../../channels/channel.ts'
import { fraction } from '../../platform/random.ts'
import { monitoringScope } from '../../platform/scopes.ts'
import { SETTLED_AFTER_MS } from './find-captured.ts'
import { insertDraws, selectDrawable, selectUnmet, settleUnmet, type OpenDraw, type WholeWatch } from './draw-store.ts'
import type { MonitoringDependencies } from './monitoring-dependencies.ts'

const DAY_MS = 24 * 60 * 60_000
const WATCHES_AT_ONCE = 20
const UNMET_AT_ONCE = 500
/** Within the overlap of windows, so that what was read before the draw is still remembered. */
const READ_LATELY_MS = 8 * 60_000

type Drawing = Pick<MonitoringDependencies, 'db' | 'clock' | 'random' | 'channels' | 'log'>

/**
 * Draws posts at random where that is due, and settles the earlier draws that listening has not met: what still stands
 * was missed. A platform that does not answer is asked again the next time.
 */
export async function drawPosts(deps: Drawing, signal: AbortSignal): Promise<void> {
  for (const channel of deps.channels) {
    if (!channel.draws) continue
    const before = new Date(deps.clock.now().getTime() - DAY_MS / channel.draws.perDay)
    const request = { platforms: [channel.platform], before, limit: WATCHES_AT_ONCE }
    const due = await deps.db.transaction(monitoringScope(), (tx) => selectDrawable(tx, request))
    for (const watch of due) {
      if (!(await succeeds(deps, channel, () => drawFrom(deps, channel, { watch, signal })))) break
    }
  }
  await settleOld(deps, signal)
}

async function drawFrom(
  { db, clock, random }: Drawing,
  { draws }: Channel,
  { watch, signal }: { watch: WholeWatch; signal: AbortSignal },
): Promise<void> {
  const now = clock.now()
  const since = new Date(Math.max(watch.readTo.getTime() - READ_LATELY_MS, watch.listenedSince.getTime()))
  const source = watch.source === '' ? null : { externalId: watch.source }
  const chance = () => fraction(random)
  const externalIds = (await draws?.draw({ source, since, until: now, chance, signal })) ?? []
  await db.transaction(monitoringScope(), (tx) => insertDraws(tx, { watchId: watch.id, externalIds, now }))
}

async function settleOld(deps: Drawing, signal: AbortSignal): Promise<void> {
  const { db, clock, channels } = deps
  const before = new Date(clock.now().getTime() - SETTLED_AFTER_MS)
  for (const channel of channels) {
    if (!channel.draws || (!channel.draws.check && !channel.check)) continue
    const request = { platform: channel.platform, before, limit: UNMET_AT_ONCE }
    const draws = await db.transaction(monitoringScope(), (tx) => selectUnmet(tx, request))
    if (draws.length > 0) await succeeds(deps, channel, () => settle(deps, channel, { draws, signal }))
  }
}

async function settle(
  { db, clock }: Drawing,
  channel: Channel,
  { draws, signal }: { draws: readonly OpenDraw[]; signal: AbortSignal },
): Promise<void> {
  const ids = [...new Set(draws.map(({ externalId }) => externalId))]
  const states = await (channel.draws?.check ? channel.draws.check(ids, signal) : channel.check?.(ids, signal))
  const missed = draws.filter(({ externalId }) => states?.get(externalId) === 'present')
  const gone = draws.filter(({ externalId }) => states?.get(externalId) !== 'present')
  await db.transaction(monitoringScope(), (tx) => settleUnmet(tx, { missed, gone, now: clock.now() }))
}

/** Whether the platform could be asked. */
async function succeeds({ log }: Drawing, { platform }: Channel, ask: () => Promise<void>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    log.debug({ platform, err: error }, 'Posts could not be drawn at random.')
    return false
  }
}
