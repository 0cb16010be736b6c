import { registerAccountJobs } from './accounts/register-jobs.ts'
import { createBilling } from './billing/billing-dependencies.ts'
import { registerBillingJobs } from './billing/register-jobs.ts'
import { createColumns } from './columns/create-columns.ts'
import { registerColumnJobs } from './columns/register-jobs.ts'
import { registerDraftJobs } from './drafts/release-job.ts'
import { createProfiles } from './enrichment/create-profiles.ts'
import { registerEnrichmentJobs } from './enrichment/register-jobs.ts'
import { createWebsites } from './enrichment/websites/create-websites.ts'
import { registerErasureJobs } from './erasure/erase-person.ts'
import { registerIdentityJobs } from './identity/find-identities.ts'
import { registerLearningJobs } from './learning/register-jobs.ts'
import { registerMatchingJobs } from './matching/register-jobs.ts'
import { createMonitoring } from './monitoring/monitoring-dependencies.ts'
import { registerMonitoringJobs } from './monitoring/register-jobs.ts'
import { registerNotificationJobs } from './notifications/register-jobs.ts'
import { registerOpinionJobs } from './opinions/register-jobs.ts'
import { registerOrganizationJobs } from './organization/register-jobs.ts'
import { registerIdempotencyPruning } from './platform/idempotency.ts'
import { registerRateLimitPruning } from './platform/rate-limits.ts'
import { registerProspectJobs } from './prospects/register-jobs.ts'
import { createRetention } from './retention/create-retention.ts'
import { registerRetentionJobs } from './retention/register-jobs.ts'
import { registerSlackJobs } from './slack/register-jobs.ts'
import { createSlackDependencies } from './slack/slack-dependencies.ts'
import { registerTransferJobs } from './transfers/register-jobs.ts'
import { registerWebhookJobs } from './webhooks/register-jobs.ts'
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

/** Says what every slice's jobs do; a process that works on jobs calls it before it starts them. */
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
  registerMonitoringJobs(createMonitoring(matching, config))
  registerColumnJobs(createColumns(config, matching, languageModel))
  registerRetentionJobs(createRetention(config, matching))
  registerProspectJobs(parts)
  registerAccountJobs(parts)
  registerOrganizationJobs(parts)
  registerTransferJobs(parts)
  registerRateLimitPruning(parts)
  registerIdempotencyPruning(parts)
  registerDraftJobs(parts)
  registerWebhookJobs({ ...parts, vault: matching.vault })
  registerNotificationJobs({ ...parts, sources: matching })
  registerSlackJobs(createSlackDependencies(parts))
  registerBillingJobs({ ...parts, ...createBilling(parts) })
}
