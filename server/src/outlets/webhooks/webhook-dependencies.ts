import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { Random } from '../../platform/random.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import type { Mailer } from '../../senders/mail.ts'

/** What the jobs of webhooks need. */
export interface WebhookDependencies {
  db: Db
  clock: Clock
  random: Random
  newId: NewId
  log: Log
  jobs: Jobs
  vault: Vault
  outbound: Pick<Outbound, 'guarded' | 'check'>
  mailer: Mailer
  config: Pick<Config, 'publicUrl'>
}

/** What their calls need besides. */
export type WebhookCallDependencies = WebhookDependencies & { rateLimits: RateLimits }
