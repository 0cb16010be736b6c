import { registerAccountJobs } from './core/accounts/register-jobs.ts'
import { createBilling } from './core/billing/billing-dependencies.ts'
import { registerBillingJobs } from './core/billing/register-jobs.ts'
import { createColumns } from './workspace/filling/create-columns.ts'
import { registerColumnJobs } from './workspace/filling/register-jobs.ts'
import { registerDraftJobs } from './people/drafts/release-job.ts'
import { createProfiles } from './people/enrichment/create-profiles.ts'
import { registerEnrichmentJobs } from './people/enrichment/register-jobs.ts'
import { createWebsites } from './people/enrichment/websites/create-websites.ts'
import { registerErasureJobs } from './lifecycle/erasure/erase-person.ts'
import { registerIdentityJobs } from './people/identity/find-identities.ts'
import { registerAuditJobs } from './finding/audits/register-jobs.ts'
import { registerLearningJobs } from './finding/learning/register-jobs.ts'
import { registerMatchingJobs } from './finding/matching/register-jobs.ts'
import { createMonitoring } from './finding/monitoring/monitoring-dependencies.ts'
import { registerMonitoringJobs } from './finding/monitoring/register-jobs.ts'
import { registerNotificationJobs } from './outlets/notifications/register-jobs.ts'
import { registerReceivingJobs } from './finding/receiving/register-jobs.ts'
import { registerThemeJobs } from './finding/themes/register-jobs.ts'
import { registerOpinionJobs } from './finding/rereading/register-jobs.ts'
import { registerOrganizationJobs } from './core/organization/register-jobs.ts'
import { listReadProjects } from './core/events/list-read-projects.ts'
import { registerIdempotencyPruning } from './platform/idempotency.ts'
import { registerRateLimitPruning } from './platform/rate-limits.ts'
import { registerProspectJobs } from './people/prospects/register-jobs.ts'
import { createRetention } from './lifecycle/retention/create-retention.ts'
import { erasePostsOfAuthor, eraseDeletedPosts } from './lifecycle/retention/erase-deleted-posts.ts'
import { registerRetentionJobs } from './lifecycle/retention/register-jobs.ts'
import { registerSlackJobs } from './outlets/slack/register-jobs.ts'
import { createSlackDependencies } from './outlets/slack/slack-dependencies.ts'
import { registerTransferJobs } from './lifecycle/transfers/register-jobs.ts'
import { registerWebhookJobs } from './outlets/webhooks/register-jobs.ts'
import { SOURCE_HOOKS } from './hooks.ts'
import type { AppDependencies } from './app.ts'

type Parts = Pick<
  AppDependencies,
  | 'config'
  | 'db'
  | 'jobs'
  | 'clock'
  | 'random'
  | 'mailer'
  | 'keys'
  | 'signedTokens'
  | 'ledger'
  | 'matching'
  | 'languageModel'
  | 'newId'
  | 'log'
  | 'outbound'
>

/** Registers the handlers of every slice's jobs; a worker calls it before it starts them. */
export function registerJobs(parts: Parts): void {
  const { config, matching, languageModel, outbound, clock } = parts
  registerMatchingJobs(matching)
  registerIdentityJobs(matching)
  registerErasureJobs(matching)
  registerEnrichmentJobs({
    ...parts,
    profiles: createProfiles(parts),
    websites: createWebsites({ fetch: outbound.guarded, clock }),
  })
  registerOpinionJobs(matching)
  registerLearningJobs(matching)
  registerAuditJobs(matching)
  registerThemeJobs(matching)
  registerMonitoringJobs(
    createMonitoring(matching, config, { erasePosts: eraseDeletedPosts, eraseAuthor: erasePostsOfAuthor }),
  )
  registerReceivingJobs({ ...matching, random: parts.random, publicUrl: config.publicUrl, mailbox: config.mailbox })
  registerColumnJobs(createColumns(config, matching, languageModel))
  registerRetentionJobs(createRetention(config, matching))
  registerProspectJobs(matching)
  registerAccountJobs(parts)
  registerOrganizationJobs(parts)
  registerTransferJobs(parts)
  registerRateLimitPruning(parts)
  registerIdempotencyPruning(parts)
  registerDraftJobs(parts)
  registerWebhookJobs({ ...parts, vault: matching.vault })
  registerNotificationJobs({ ...parts, sources: { ...matching, ...SOURCE_HOOKS } })
  registerSlackJobs(createSlackDependencies(parts))
  registerBillingJobs({ ...parts, ...createBilling(parts), listReadProjects })
}
