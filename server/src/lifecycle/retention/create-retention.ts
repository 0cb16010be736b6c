import type { Vault } from '../../platform/crypto.ts'
import type { Config } from '../../platform/config.ts'
import { openKey } from '../../finding/sources/open-key.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'

type Given = Pick<RetentionDependencies, 'db' | 'jobs' | 'clock' | 'log' | 'channels' | 'places'> & { vault: Vault }

/** The retention of an installation: how long posts are kept, and whom it asks whether they still stand. */
export function createRetention(config: Config, given: Given): RetentionDependencies {
  const { db, jobs, clock, log, channels, places } = given
  const { postRetentionDays } = config
  return {
    db,
    jobs,
    clock,
    log,
    channels,
    places,
    retentionDays: postRetentionDays === 0 ? null : postRetentionDays,
    keyFor: async (platform, project) =>
      project && openKey(given, project.organizationId, { projectId: project.projectId, platform }),
  }
}
