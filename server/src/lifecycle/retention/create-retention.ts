import type { Vault } from '../../platform/crypto.ts'
import type { Config } from '../../platform/config.ts'
import { openKey } from '../../finding/sources/open-key.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'

type Given = Pick<RetentionDependencies, 'db' | 'jobs' | 'clock' | 'log' | 'channels' | 'platformSources'> & {
  vault: Vault
}

/** What an installation's retention needs: how long posts are kept, and which channels can look them up. */
export function createRetention(config: Config, given: Given): RetentionDependencies {
  const { db, jobs, clock, log, channels, platformSources } = given
  const { postRetentionDays } = config
  return {
    db,
    jobs,
    clock,
    log,
    channels,
    platformSources,
    retentionDays: postRetentionDays === 0 ? null : postRetentionDays,
    keyFor: async (platform, project) =>
      project && openKey(given, project.organizationId, { projectId: project.projectId, platform }),
  }
}
