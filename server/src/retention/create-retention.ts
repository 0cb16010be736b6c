import type { MatchingDependencies } from '../matching/matching-dependencies.ts'
import type { Config } from '../platform/config.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'

/** The retention of an installation: how long posts are kept, and whom it asks whether they still stand. */
export function createRetention(
  config: Config,
  { db, jobs, clock, log, channels }: Pick<MatchingDependencies, 'db' | 'jobs' | 'clock' | 'log' | 'channels'>,
): RetentionDependencies {
  const { postRetentionDays } = config
  return {
    db,
    jobs,
    clock,
    log,
    channels,
    retentionDays: postRetentionDays === 0 ? null : postRetentionDays,
    keyFor: () => Promise.resolve(null),
  }
}
