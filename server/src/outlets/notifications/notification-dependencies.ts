import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Mailer } from '../../senders/mail.ts'
import type { ListingDependencies } from '../../finding/sources/list-sources.ts'

/** What calls about one's own settings need. */
export interface NotificationCallDependencies {
  db: Db
  clock: Clock
  signedTokens: SignedTokens
}

/** What mails of new leads need. */
export interface NotificationDependencies extends NotificationCallDependencies {
  newId: NewId
  log: Log
  jobs: Jobs
  mailer: Mailer
  config: Pick<Config, 'publicUrl'>
  /** The project's channels, so that a mail can say which of them fail. */
  sources: ListingDependencies
}
