import { toMillicredits } from '@leadlight/domain/credits'
import { join } from 'node:path'
import { apiKeyRoutes } from './core/api-keys/routes.ts'
import { createAccountTokens } from './core/accounts/account-tokens.ts'
import { createAuthenticator } from './core/accounts/authenticator.ts'
import { createAccountNames } from './core/accounts/account-names.ts'
import { createAddressHashes } from './core/accounts/client.ts'
import { createDeviceMarks } from './core/accounts/device-marks.ts'
import { createGoogleClient } from './core/accounts/google-client.ts'
import { createGoogleJourneys } from './core/accounts/google-journey.ts'
import { createPasswords, type PasswordCost } from './core/accounts/passwords.ts'
import { requireLiveSession } from './core/accounts/live-session.ts'
import { accountRoutes, type AccountDependencies } from './core/accounts/routes.ts'
import { createSealedAddresses } from './core/accounts/sealed-addresses.ts'
import { createSecondFactorCodes } from './core/accounts/second-factor-codes.ts'
import { createSessionTokens, type SessionTokens } from './core/accounts/session-tokens.ts'
import { signInMethodRoutes } from './core/accounts/sign-in-methods-routes.ts'
import type { LanguageModel } from './ai/language-model.ts'
import { recordChange } from './core/audit/record-change.ts'
import { auditRoutes } from './core/audit/routes.ts'
import { openAccount, type LedgerDependencies } from './core/billing/ledger.ts'
import { createBilling } from './core/billing/billing-dependencies.ts'
import { billingRoutes } from './core/billing/routes.ts'
import { createColumns } from './workspace/filling/create-columns.ts'
import { columnRoutes } from './workspace/filling/routes.ts'
import { enrichmentRoutes } from './people/enrichment/routes.ts'
import { erasureRoutes } from './lifecycle/erasure/routes.ts'
import { eventRoutes } from './core/events/routes.ts'
import { emitChange } from './core/events/emit-change.ts'
import { insightRoutes } from './finding/insights/routes.ts'
import { identityRoutes } from './people/identity/routes.ts'
import { installationRoutes } from './core/installation/routes.ts'
import { signalAuditRoutes } from './finding/audits/routes.ts'
import { detachStatus } from './workspace/leads/detach-status.ts'
import { leadRoutes } from './workspace/leads/routes.ts'
import { leadWorkRoutes } from './workspace/leads/work-routes.ts'
import type { MatchingDependencies } from './finding/matching/matching-dependencies.ts'
import { serveMcp } from './outlets/mcp/serve-mcp.ts'
import { COMPOSER_NAME } from './people/drafts/compose-draft.ts'
import { draftRoutes } from './people/drafts/routes.ts'
import { notificationRoutes } from './outlets/notifications/routes.ts'
import { organizationRoutes } from './core/organization/routes.ts'
import { operatorRoutes } from './lifecycle/operator/routes.ts'
import { inviteRoutes } from './core/organization/invite-routes.ts'
import { AUDIT_NAMES, PROSPECT_HOOKS, accountHooks, leadHooks, projectHooks, SOURCE_HOOKS } from './hooks.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Keys } from './platform/crypto.ts'
import type { Readiness } from './platform/database.ts'
import type { Db, Tx } from './platform/db.ts'
import { serveDocs } from './platform/docs-page.ts'
import { serveGuide } from './platform/guide-site.ts'
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
import type { Tracer } from './platform/tracing/tracer.ts'
import { traceRequests } from './platform/tracing/trace-requests.ts'
import type { SignedTokens } from './platform/signed-tokens.ts'
import { createPrivacy } from './lifecycle/privacy/create-privacy.ts'
import { privacyRoutes } from './lifecycle/privacy/routes.ts'
import { projectRoutes } from './core/projects/routes.ts'
import type { Mailer } from './senders/mail.ts'
import { prospectRoutes } from './people/prospects/routes.ts'
import { removalRoutes } from './lifecycle/removal/routes.ts'
import { signalRoutes } from './finding/searching/routes.ts'
import { nameRoutes } from './finding/searching/name-routes.ts'
import { byHandRoutes } from './finding/by-hand/routes.ts'
import { receivingRoutes } from './finding/receiving/routes.ts'
import { themeRoutes } from './finding/themes/routes.ts'
import { sourceRoutes } from './finding/sources/routes.ts'
import { slackRoutes } from './outlets/slack/routes.ts'
import { createSlackDependencies } from './outlets/slack/slack-dependencies.ts'
import { statusRoutes } from './workspace/statuses/routes.ts'
import { teamRoutes } from './lifecycle/team/routes.ts'
import { teamworkRoutes } from './workspace/teamwork/routes.ts'
import { transferRoutes } from './lifecycle/transfers/routes.ts'
import { webhookRoutes } from './outlets/webhooks/routes.ts'

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
  /** Undefined where no traces are collected. */
  tracer?: Tracer | undefined
  /** Aborted when the server stops, so that streams end instead of holding it up. */
  stopping: AbortSignal
  /** The folder of the built web app; without it only the API is served. */
  webDirectory: string
  /** The folder of the guide's site, which may be built while the server runs. */
  guideDirectory: string
}

/** What a process that runs jobs alone answers: the probes, and nothing of the product. */
export function buildWorkerApp(dependencies: AppDependencies): App {
  const app = openApp(dependencies, createSessionTokens(dependencies.keys))
  serveProbes(app, { ...dependencies, metricsToken: dependencies.config.metricsToken })
  serveUnknownRoutes(app, undefined, { unlisted: [] })
  return app
}

/** An app that has no routes yet. */
function openApp(dependencies: AppDependencies, tokens: SessionTokens): App {
  const { config, db, clock, newId, log, metrics, socketAddress } = dependencies
  const app = createApp({
    authenticator: createAuthenticator({ ...config, db, clock, tokens }),
    clock,
    newId,
    log,
    // A person reading the log as lines looks for what matters, which requests would bury.
    requestLevel: config.logFormat === 'lines' ? 'debug' : 'info',
    metrics,
    recordChange,
    emitChange,
    socketAddress,
    trustProxy: config.trustProxy,
    publicCallsPerMinute: config.limits.publicCallsPerMinute,
    analyticsUrl: config.analyticsUrl,
  })
  if (dependencies.tracer) app.hono.use(traceRequests(dependencies.tracer, app.dependencies))
  return app
}

/** The whole HTTP side of the installation: every slice's routes, each given only what its slice needs. */
export function buildApp(dependencies: AppDependencies): App {
  const { config, version, db, clock, random, newId, log, metrics, keys } = dependencies
  const tokens = createSessionTokens(keys)
  const passwords = createPasswords({ cost: dependencies.passwordCost, random })
  const { ledger, matching, outbound } = dependencies
  const app = openApp(dependencies, tokens)
  const accounts = { ...accountParts(dependencies), passwords, tokens }
  accountRoutes(app, accounts)
  signInMethodRoutes(app, { ...accounts, google: createGoogle(dependencies) })
  operatorRoutes(app, { ...accounts, log })
  apiKeyRoutes(app, { db, clock, newId, random, requireLiveSession })
  const onOrganizationCreated = (tx: Tx, organizationId: string) => openAccount(tx, ledger, organizationId)
  organizationRoutes(app, { db, clock, newId, onOrganizationCreated, superAdminEmails: config.superAdminEmails })
  const { jobs, signedTokens, rateLimits } = dependencies
  inviteRoutes(app, { db, clock, newId, jobs, rateLimits, signedTokens, superAdminEmails: config.superAdminEmails })
  auditRoutes(app, { db, names: AUDIT_NAMES })
  billingRoutes(app, createBilling({ ...dependencies, log }))
  removalRoutes(app, matching)
  const proposing = { languageModel: dependencies.languageModel, rateLimits, metrics }
  const websites = { fetch: outbound.guarded, checkAddress: outbound.check }
  projectRoutes(app, { db, clock, newId, log, ...websites, proposing, ...projectHooks(dependencies) })
  teamRoutes(app, { db, clock })
  transferRoutes(app, { db, clock, newId, jobs, suppression: matching.suppression })
  signalRoutes(app, matching, proposing)
  nameRoutes(app, matching)
  columnRoutes(app, createColumns(config, matching, dependencies.languageModel))
  statusRoutes(app, { db, clock, newId, onStatusDeleted: detachStatus })
  const leads = { db, clock, newId, ...leadHooks(dependencies) }
  leadRoutes(app, { ...leads, channels: matching.channels })
  draftRoutes(app, { ...dependencies, draftPrice: toMillicredits(config.billing.draftPrice) })
  leadWorkRoutes(app, leads)
  prospectRoutes(app, { db, clock, newId, ...PROSPECT_HOOKS })
  enrichmentRoutes(app, { db, clock, jobs })
  erasureRoutes(app, matching)
  privacyRoutes(app, createPrivacy(config, matching))
  identityRoutes(app, { db, clock, newId, jobs, channels: matching.channels })
  signalAuditRoutes(app, { ...matching, ...leads })
  insightRoutes(app, { db, clock, channels: matching.channels })
  themeRoutes(app, matching)
  teamworkRoutes(app, leads)
  byHandRoutes(app, matching)
  receivingRoutes(app, { ...matching, random, publicUrl: config.publicUrl, mailbox: config.mailbox })
  sourceRoutes(app, { ...matching, ...SOURCE_HOOKS })
  webhookRoutes(app, { ...dependencies, vault: matching.vault })
  notificationRoutes(app, dependencies)
  slackRoutes(app, { ...createSlackDependencies(dependencies), rateLimits })
  eventRoutes(app, dependencies)
  const pagesDirectory = join(config.dataDir, 'pages')
  installationRoutes(app, { db, clock, newId, log, pagesDirectory, instance: presentInstance(config, version) })
  const about = { version, publicUrl: config.publicUrl }
  serveProbes(app, { ...dependencies, metricsToken: config.metricsToken })
  serveDocs(app, about)
  serveMcp(app, about)
  serveGuide(app, dependencies.guideDirectory)
  serveUnknownRoutes(app, serveWebFiles(app, dependencies.webDirectory), { unlisted: ['/notice'] })
  return app
}

/** Sign-in with Google, where the operator has registered the installation there. */
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
  const { config, db, clock, random, newId, keys, jobs, rateLimits, signedTokens } = dependencies
  return {
    db,
    clock,
    newId,
    jobs,
    rateLimits,
    sessionDays: config.sessionDays,
    sessionIdleHours: config.sessionIdleHours,
    addressHashes: createAddressHashes(keys),
    nameAccount: createAccountNames(keys),
    deviceMarks: createDeviceMarks({ signedTokens, newId, isSecure: config.publicUrl.startsWith('https:') }),
    accountTokens: createAccountTokens(dependencies),
    secondFactorCodes: createSecondFactorCodes({ keys, random, clock }),
    sealedAddresses: createSealedAddresses(keys, random),
    ...accountHooks(dependencies),
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
