import type { Log } from '../../platform/log.ts'
import type { MailboxConfig } from '../../platform/mailbox-config.ts'
import type { Random } from '../../platform/random.ts'
import type { bringAs } from '../by-hand/bring-posts.ts'

/** What receiving posts from other tools needs, besides what bringing them in does. */
export type ReceivingDependencies = Parameters<typeof bringAs>[0] & {
  random: Random
  log: Log
  /** Where the installation is reached, without a slash at the end. */
  publicUrl: string
  /** Undefined where the installation has none. */
  mailbox: MailboxConfig | undefined
}
