import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Log } from '../../platform/log.ts'
import type { Outbound } from '../../platform/outbound.ts'
import type { Random } from '../../platform/random.ts'
import type { RateLimits } from '../../platform/rate-limits.ts'
import { createSlack } from '../../senders/create-slack.ts'
import type { Slack } from '../../senders/slack.ts'

/** Where the journey to Slack and back returns to the web app. */
const CALLBACK_PATH = '/slack-callback'

/** What the jobs of Slack need. */
export interface SlackDependencies {
  db: Db
  clock: Clock
  random: Random
  newId: NewId
  log: Log
  jobs: Jobs
  vault: Vault
  publicUrl: string
  /** Undefined where the operator has registered no app at Slack. */
  app: { slack: Slack; signingSecret: string } | undefined
}

/** What its calls need besides. */
export type SlackCallDependencies = SlackDependencies & { rateLimits: RateLimits }

interface Parts extends Omit<SlackDependencies, 'publicUrl' | 'app' | 'vault'> {
  config: Config
  matching: { vault: Vault }
  outbound: Pick<Outbound, 'operator'>
}

/** Slack, as far as the configuration offers it. */
export function createSlackDependencies({ config, matching, outbound, ...parts }: Parts): SlackDependencies {
  const { db, clock, random, newId, log, jobs } = parts
  const redirectUri = `${config.publicUrl}${CALLBACK_PATH}`
  const app = config.slack && {
    slack: createSlack({ ...config.slack, redirectUri }, outbound.operator),
    signingSecret: config.slack.signingSecret,
  }
  return { db, clock, random, newId, log, jobs, vault: matching.vault, publicUrl: config.publicUrl, app }
}

/** Throws `slack_not_offered` where the installation has no app at Slack. */
export function requireApp({ app }: Pick<SlackDependencies, 'app'>): NonNullable<SlackDependencies['app']> {
  if (app) return app
  const detail = 'This installation cannot be connected with Slack. Whoever runs it has to register it there first.'
  throw new AppError('not_found', 'slack_not_offered', detail)
}
