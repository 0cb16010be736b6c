import { ANY_EVENT_TOPIC } from '../../core/events/read-events.ts'
import { createAlarm } from '../../platform/alarm.ts'
import { slept, type Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Notices } from '../../platform/notices.ts'
import { tellOutside, type OutboxDependencies } from './tell-outside.ts'

/** How often it looks for what it may not have been told of. */
const LOOK_EVERY_MS = 5_000
const AFTER_ERROR_MS = 5_000

export interface Telling {
  /** Resolves when what was being read is through. */
  stop(): Promise<void>
}

/** Tells the world outside of what happens, as it happens, until it is stopped. Any number of processes may. */
export function keepTelling(deps: OutboxDependencies & { clock: Clock; notices: Notices; log: Log }): Telling {
  const { clock, notices, log } = deps
  const stopping = new AbortController()
  const alarm = createAlarm(clock)
  const leave = notices.hear(ANY_EVENT_TOPIC, () => alarm.ring())
  // Until when projects are left alone that could not be read: what rings for others would have them tried over and over.
  const resting = new Map<string, number>()

  const telling: OutboxDependencies = {
    ...deps,
    onFailure(place, error) {
      log.warn(
        { ...place, err: error },
        'What happened in a project could not be read for those outside; trying again.',
      )
      resting.set(place.projectId, clock.now().getTime() + AFTER_ERROR_MS)
    },
    isResting({ projectId }) {
      if ((resting.get(projectId) ?? 0) > clock.now().getTime()) return true
      resting.delete(projectId)
      return false
    },
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const isMore = await tellOutside(telling)
        if (!isMore && !stopping.signal.aborted) await alarm.sleep(LOOK_EVERY_MS)
      } catch (error) {
        log.warn({ err: error }, 'What happened could not be read for those outside; trying again.')
        await slept(clock, AFTER_ERROR_MS, stopping.signal)
      }
    }
  }

  const looping = loop()
  return {
    async stop() {
      stopping.abort()
      leave()
      alarm.ring()
      await looping
    },
  }
}
