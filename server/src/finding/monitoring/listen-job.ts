import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** What everybody hears is listened to as. */
export const EVERYBODY = 'everybody'

const HALF_A_DAY_MS = 12 * 60 * 60_000

/** Listens to one watch, if its time has come; one worker at a time, and another should that one die. */
export const listenWatchJob = defineJob({
  name: 'monitoring.listen-watch',
  schema: z.object({ watchId: z.uuid(), group: z.string() }),
  retryLimit: 5,
  retryDelayMs: 1_000,
  expireMs: HALF_A_DAY_MS,
  // What one project hears with its own key takes no place from what everybody hears.
  groupOf: ({ group }) => group,
})
