import { ANY_EVENT_TOPIC } from '../../core/events/read-events.ts'
import { createWakeUp } from '../../platform/wake-up.ts'
import { slept, type Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Notices } from '../../platform/notices.ts'
import { deliverEvents, type OutboxDependencies } from './deliver-events.ts'

/** How often it polls for events it may not have been notified of. */
const LOOK_EVERY_MS = 5_000
const AFTER_ERROR_MS = 5_000

export interface RunningOutbox {
  /** Resolves when the reading under way is done. */
  stop(): Promise<void>
}

/** Delivers events to subscribers outside as they happen, until stopped. Any number of processes may run it. */
export function runOutbox(deps: OutboxDependencies & { clock: Clock; notices: Notices; log: Log }): RunningOutbox {
  const { clock, notices, log } = deps
  const stopping = new AbortController()
  const wakeUp = createWakeUp(clock)
  const leave = notices.subscribe(ANY_EVENT_TOPIC, () => wakeUp.wake())
  // Until when failed projects are left alone: notifications for others would have them retried over and over.
  const resting = new Map<string, number>()

  const telling: OutboxDependencies = {
    ...deps,
    onFailure(position, error) {
      log.warn(
        { ...position, err: error },
        'What happened in a project could not be read for those outside; trying again.',
      )
      resting.set(position.projectId, clock.now().getTime() + AFTER_ERROR_MS)
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
        const isMore = await deliverEvents(telling)
        if (!isMore && !stopping.signal.aborted) await wakeUp.sleep(LOOK_EVERY_MS)
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
      wakeUp.wake()
      await looping
    },
  }
}
