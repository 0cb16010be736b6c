import { toMillicredits } from '@leadlight/domain/credits'
import { join } from 'node:path'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { createAccountTokens } from './accounts/account-tokens.ts'
import { createAuthenticator } from './accounts/authenticator.ts'
import { createAddressHash } from './accounts/client.ts'
import { createGoogleClient } from './accounts/google-client.ts'
import { createGoogleJourneys } from './accounts/google-journey.ts'
import { createPasswords, type PasswordCost } from './accounts/passwords.ts'
import { accountRoutes, type AccountDependencies } from './accounts/routes.ts'
import { createSealedAddresses } from './accounts/sealed-addresses.ts'
import { createSecondFactorCodes } from './accounts/second-factor-codes.ts'
import { createSessionTokens } from './accounts/session-tokens.ts'
import { signInMethodRoutes } from './accounts/sign-in-methods-routes.ts'
import type { LanguageModel } from './ai/language-model.ts'
import { recordChange } from './audit/record-change.ts'
import { auditRoutes } from './audit/routes.ts'
import type { LedgerDependencies } from './billing/ledger.ts'
import { createBilling } from './billing/billing-dependencies.ts'
import { billingRoutes } from './billing/routes.ts'
import { createColumns } from './columns/create-columns.ts'
import { columnRoutes } from './columns/routes.ts'
import { enrichmentRoutes } from './enrichment/routes.ts'
import { erasureRoutes } from './erasure/routes.ts'
import { eventRoutes } from './events/routes.ts'
import { tellOfChange } from './events/tell-of-change.ts'
import { insightRoutes } from './insights/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { installationRoutes } from './installation/routes.ts'
import { learningRoutes } from './learning/routes.ts'
import { leadRoutes } from './leads/routes.ts'
import { leadWorkRoutes } from './leads/work-routes.ts'
import type { MatchingDependencies } from './matching/matching-dependencies.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import { COMPOSER_NAME } from './drafts/compose-draft.ts'
import { draftRoutes } from './drafts/routes.ts'
import { deletionRoutes } from './organization/deletion-routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { eraseOrganization } from './organization/erase-organization.ts'
import { forgetInvited } from './organization/forget-invited.ts'
import { organizationRoutes } from './organization/routes.ts'
import { teamRoutes } from './organization/team-routes.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Keys } from './platform/crypto.ts'
import type { Readiness } from './platform/database.ts'
import type { Db } from './platform/db.ts'
import { serveDocs } from './platform/docs-page.ts'
import { createApp, type App, type HttpDependencies } from './platform/http.ts'
import type { NewId } from './platform/ids.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics.ts'
import type { Notices } from './platform/notices.ts'
import type { Outbound } from './platform/outbound.ts'
import { serveProbes } from './platform/probes.ts'
import type { Random } from './platform/random.ts'
import type { RateLimits } from './platform/rate-limits.ts'
import { serveUnknownRoutes } from './platform/unknown-routes.ts'
import { serveWebFiles } from './platform/web-files.ts'
import type { SignedTokens } from './platform/signed-tokens.ts'
import { guestRoutes } from './projects/guest-routes.ts'
import { projectRoutes } from './projects/routes.ts'
import type { Mailer } from './senders/mail.ts'
import { prospectRoutes } from './prospects/routes.ts'
import { signalRoutes } from './signals/routes.ts'
import { sourceRoutes } from './sources/routes.ts'
import { slackRoutes } from './slack/routes.ts'
import { createSlackDependencies } from './slack/slack-dependencies.ts'
import { statusRoutes } from './statuses/routes.ts'
import { teamworkRoutes } from './teamwork/routes.ts'
import { forgetOffered } from './transfers/forget-offered.ts'
import { transferRoutes } from './transfers/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export interface AppDependencies {
  config: Config
  version: string
  db: Db
  notices: Notices
  clock: Clock
  random: Random
  newId: NewId
  log: Log
  metrics: Metrics
  keys: Keys
  passwordCost: PasswordCost
  rateLimits: RateLimits
  socketAddress: HttpDependencies['socketAddress']
  checkReady: () => Promise<Readiness>
  outbound: Outbound
  jobs: Jobs
  ledger: LedgerDependencies
  mailer: Mailer
  signedTokens: SignedTokens
  matching: MatchingDependencies
  /** Undefined where the installation has none. */
  languageModel: LanguageModel | undefined
  /** Aborted when the server stops, so that streams end instead of holding it up. */
  stopping: AbortSignal
  /** Where the built web app lies; without it only the API is served. */
  webDirectory: string
}

/** The whole HTTP side of the installation: every slice's routes, bound to what the slices need and no more. */
export function buildApp(dependencies: AppDependencies): App {
  const { config, version, db, clock, random, newId, log, metrics, keys, socketAddress } = dependencies
  const tokens = createSessionTokens(keys)
  const passwords = createPasswords({ cost: dependencies.passwordCost, random })
  const authenticator = createAuthenticator({ db, clock, tokens, limits: config.limits })
  const { ledger, matching, outbound } = dependencies
  const app = createApp({
    authenticator,
    clock,
    newId,
    log,
    // Whoever reads the log as lines looks for what matters; each request would bury it.
    requestLevel: config.logFormat === 'lines' ? 'debug' : 'info',
    metrics,
    recordChange,
    tellOfChange,
    socketAddress,
    trustProxy: config.trustProxy,
    publicCallsPerMinute: config.limits.publicCallsPerMinute,
    analyticsUrl: config.analyticsUrl,
  })
  const accounts = { ...accountParts(dependencies), passwords, tokens }
  accountRoutes(app, accounts)
  signInMethodRoutes(app, { ...accounts, log, google: createGoogle(dependencies) })
  apiKeyRoutes(app, { db, clock, newId, random })
  organizationRoutes(app, { db, clock, newId, ledger, superAdminEmails: config.superAdminEmails })
  const { jobs, signedTokens, rateLimits } = dependencies
  teamRoutes(app, { db, clock, newId, jobs, rateLimits, signedTokens, superAdminEmails: config.superAdminEmails })
  auditRoutes(app, { db })
  billingRoutes(app, createBilling({ ...dependencies, log }))
  deletionRoutes(app, matching)
  const proposing = { languageModel: dependencies.languageModel, rateLimits, metrics }
  const websites = { fetch: outbound.guarded, checkAddress: outbound.check }
  projectRoutes(app, { db, clock, newId, log, ...websites, matching, proposing })
  guestRoutes(app, { db, clock })
  transferRoutes(app, { db, clock, newId, jobs })
  signalRoutes(app, matching, proposing)
  columnRoutes(app, createColumns(config, matching, dependencies.languageModel))
  statusRoutes(app, { db, clock, newId })
  leadRoutes(app, { db, clock, newId, jobs, channels: matching.channels })
  draftRoutes(app, { ...dependencies, draftPrice: toMillicredits(config.billing.draftPrice) })
  leadWorkRoutes(app, { db, clock, newId, jobs })
  prospectRoutes(app, { db, clock, newId })
  enrichmentRoutes(app, { db, clock, jobs })
  erasureRoutes(app, { db, clock, jobs })
  identityRoutes(app, { db, clock, newId, jobs, channels: matching.channels })
  learningRoutes(app, { db, clock, jobs })
  insightRoutes(app, { db, clock, channels: matching.channels })
  teamworkRoutes(app, { db, clock, newId })
  sourceRoutes(app, matching)
  webhookRoutes(app, { ...dependencies, vault: matching.vault })
  notificationRoutes(app, dependencies)
  slackRoutes(app, { ...createSlackDependencies(dependencies), rateLimits })
  eventRoutes(app, dependencies)
  const pagesDirectory = join(config.dataDir, 'pages')
  installationRoutes(app, { db, clock, newId, log, pagesDirectory, instance: presentInstance(config, version) })
  const about = { version, publicUrl: config.publicUrl }
  serveProbes(app, { ...about, checkReady: dependencies.checkReady })
  serveDocs(app, about)
  serveMcp(app, about)
  serveUnknownRoutes(app, serveWebFiles(app, dependencies.webDirectory))
  return app
}

/** Signing in with Google, where the operator has registered the installation there. */
function createGoogle({ config, keys, random, clock, log, outbound, signedTokens }: AppDependencies) {
  if (!config.google) return undefined
  const redirectUri = `${config.publicUrl}/google-auth-callback`
  const isSecure = config.publicUrl.startsWith('https:')
  return {
    client: createGoogleClient({ ...config.google, redirectUri, fetch: outbound.operator, clock, log }),
    journeys: createGoogleJourneys({ keys, random, signedTokens, isSecure }),
  }
}

function accountParts(dependencies: AppDependencies): Omit<AccountDependencies, 'passwords' | 'tokens'> {
  const { config, db, clock, random, newId, keys, jobs, rateLimits, matching } = dependencies
  return {
    db,
    clock,
    newId,
    jobs,
    rateLimits,
    sessionDays: config.sessionDays,
    hashAddress: createAddressHash(keys),
    accountTokens: createAccountTokens(dependencies),
    secondFactorCodes: createSecondFactorCodes({ keys, random, clock }),
    sealedAddresses: createSealedAddresses(keys, random),
    deleteOrganization: (tx, organizationId) => eraseOrganization(tx, matching, organizationId),
    forgetPerson: [forgetInvited, forgetOffered],
    superAdminEmails: config.superAdminEmails,
  }
}

function presentInstance(config: Config, version: string) {
  return {
    name: 'Leadlight',
    version,
    google: config.google !== undefined,
    slack: config.slack !== undefined,
    billing: config.billing.kind,
    ai: config.ai.provider,
    mail: config.mail.smtpUrl !== undefined,
    analytics: config.analyticsUrl !== undefined,
    analytics_url: config.analyticsUrl ?? null,
    judged_post_price: config.billing.judgedPostPrice,
    model_judged_post_price: config.billing.modelJudgedPostPrice,
    draft_price: config.ai.provider === 'local' ? 0 : config.billing.draftPrice,
    column_value_price: config.ai.provider === 'local' ? 0 : config.billing.columnValuePrice,
    writer: config.ai.model ?? COMPOSER_NAME,
  }
}
