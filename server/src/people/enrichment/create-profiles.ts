import { createProfileSources } from '../../channels/profile-registry.ts'
import type { ProfileSource } from '../../channels/profile-source.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Outbound } from '../../platform/outbound.ts'

/** The platforms whose profiles an installation reads. */
export function createProfiles({
  config,
  outbound,
  clock,
}: {
  config: Pick<Config, 'channels'>
  outbound: Outbound
  clock: Clock
}): readonly ProfileSource[] {
  return createProfileSources({ ...config.channels, outbound, clock })
}
