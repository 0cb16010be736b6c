import { z } from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { checkPosts } from './check-posts.ts'
import { dropLeftovers } from './drop-leftovers.ts'
import { dropOldPosts } from './drop-old-posts.ts'
import { followPosts } from './follow-posts.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Whatever one run leaves undone, the next finds. */
function scheduledJob(name: string, expireMs: number) {
  return defineJob({ name, schema: z.object({}), retryLimit: 0, retryDelayMs: 1_000, expireMs })
}

const followJob = scheduledJob('retention.follow-posts', 10 * MINUTE_MS)
const checkJob = scheduledJob('retention.check-posts', HOUR_MS)
const dropJob = scheduledJob('retention.drop-old', HOUR_MS)

/** Registers the handlers of this slice's jobs; a worker calls it before it starts them. */
export function registerRetentionJobs(deps: RetentionDependencies): void {
  deps.jobs.every(followJob, MINUTE_MS)
  deps.jobs.work(followJob, () => followPosts(deps))
  deps.jobs.every(checkJob, 10 * MINUTE_MS)
  deps.jobs.work(checkJob, (_payload, { signal }) => checkPosts(deps, signal))
  deps.jobs.every(dropJob, HOUR_MS)
  deps.jobs.work(dropJob, async (_payload, { signal }) => {
    const dropped = await dropOldPosts(deps, signal)
    if (dropped > 0) deps.log.info({ dropped }, 'posts that nobody needs any more were dropped')
    await dropLeftovers(deps, signal)
  })
}
