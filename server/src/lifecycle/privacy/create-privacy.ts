import type { Config } from '../../platform/config.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

/** What an installation's notices need: its address, and how long posts are kept. */
export function createPrivacy(
  { publicUrl, postRetentionDays }: Config,
  given: Omit<PrivacyDependencies, 'publicUrl' | 'retentionDays'>,
): PrivacyDependencies {
  return { ...given, publicUrl, retentionDays: postRetentionDays === 0 ? null : postRetentionDays }
}
