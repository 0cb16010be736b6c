import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'

/** The group of streams that all projects share. */
export const EVERYBODY = 'everybody'

const HALF_A_DAY_MS = 12 * 60 * 60_000

/** Listens to one watch, if it is due; one worker at a time, and another should that one die. */
export const listenWatchJob = defineJob({
  name: 'monitoring.listen-watch',
  schema: z.object({ watchId: z.uuid(), group: z.string() }),
  retryLimit: 5,
  retryDelayMs: 1_000,
  expireMs: HALF_A_DAY_MS,
  // A stream under one project's own key takes no slot from the shared ones.
  groupOf: ({ group }) => group,
})
