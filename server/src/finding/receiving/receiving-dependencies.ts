import type { Random } from '../../platform/random.ts'
import type { bringAs } from '../by-hand/bring-posts.ts'

/** What receiving posts from other tools needs, besides what bringing them in does. */
export type ReceivingDependencies = Parameters<typeof bringAs>[0] & {
  random: Random
  /** Where the installation is reached, without a slash at the end. */
  publicUrl: string
}
