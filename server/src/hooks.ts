// What higher slices do on events in lower ones: all calls against the dependency order of the slices.
import type { AuditNames } from './core/audit/names.ts'
import { nameInvites } from './core/organization/name-invites.ts'
import { nameProjects } from './core/projects/name-projects.ts'
import { findNamedSignals } from './core/signals/name-signals.ts'
import { nameAddresses } from './finding/receiving/name-addresses.ts'
import { nameCommunities } from './finding/sources/name-communities.ts'
import { nameFeeds } from './finding/sources/name-feeds.ts'
import { nameConfigs } from './outlets/slack/name-configs.ts'
import { nameWebhooks } from './outlets/webhooks/name-webhooks.ts'
import { nameCompanies } from './people/prospects/name-companies.ts'
import { namePeople } from './people/prospects/name-people.ts'
import { nameColumns } from './workspace/columns/name-columns.ts'
import { nameLeads } from './workspace/leads/name-leads.ts'
import { nameStatuses } from './workspace/statuses/name-statuses.ts'
import { nameViews } from './workspace/teamwork/name-views.ts'
import { raiseSuperAdmin } from './core/organization/raise-super-admin.ts'
import type { ProjectHooks } from './core/projects/project-hooks.ts'
import { listWordings } from './core/signals/signals.ts'
import { noteLabels } from './finding/learning/note-labels.ts'
import { findWatched } from './finding/monitoring/find-watched.ts'
import { listGapsOf, listPolls } from './finding/monitoring/list-polls.ts'
import { depart } from './lifecycle/removal/depart.ts'
import { withdrawOffers } from './lifecycle/team/withdraw-offers.ts'
import { beginNotifications } from './outlets/notifications/begin-notifications.ts'
import { catchUpJob } from './workspace/filling/catch-up-job.ts'
import { describeDrafts } from './people/drafts/describe-drafts.ts'
import { describePersonDraft } from './people/drafts/describe-person-draft.ts'
import type { ProspectHooks } from './people/prospects/prospect-dependencies.ts'
import { findPersonBehind } from './people/prospects/find-person-behind.ts'
import { describeOpinions } from './finding/opinions/describe-opinions.ts'
import { countFoundLeads } from './workspace/leads/count-found-leads.ts'
import { countUnreadLeads } from './workspace/leads/count-unread-leads.ts'
import type { LeadHooks } from './workspace/leads/lead-hooks.ts'
import { addDefaultStatuses } from './workspace/statuses/add-default-statuses.ts'
import type { AccountHooks } from './core/accounts/account-hooks.ts'
import type { SourceHooks } from './finding/sources/source-hooks.ts'
import type { AppDependencies } from './app.ts'

export function accountHooks(dependencies: AppDependencies): AccountHooks {
  const { config, matching } = dependencies
  return {
    onArrival: (accountId) =>
      raiseSuperAdmin({ ...dependencies, superAdminEmails: config.superAdminEmails }, accountId),
    onAccessVoided,
    onDeparture: (tx, leaver) => depart(tx, matching, leaver),
  }
}

export const onAccessVoided: AccountHooks['onAccessVoided'] = (tx, { organizationId, accountId }) =>
  withdrawOffers(tx, organizationId, accountId)

export function projectHooks({ clock, newId }: Pick<AppDependencies, 'clock' | 'newId'>): ProjectHooks {
  return {
    async onProjectCreated(tx, organizationId, { projectId, accountId }) {
      await addDefaultStatuses(tx, { clock, newId }, organizationId, projectId)
      await beginNotifications(tx, organizationId, { projectId, accountId })
    },
    listWordings,
    countUnreadLeads,
    countFoundLeads,
  }
}

export function leadHooks({ clock, jobs }: Pick<AppDependencies, 'clock' | 'jobs'>): LeadHooks {
  return {
    onDeletedOrRestored: (tx, ids) => jobs.enqueue(tx, catchUpJob, ids),
    onLabelled: (tx, label) => noteLabels(tx, { clock, jobs }, label),
    describeDrafts,
    findPersonBehind,
    describeOpinions,
  }
}

export const AUDIT_NAMES: AuditNames = {
  project: nameProjects,
  signal: findNamedSignals,
  lead: nameLeads,
  status: nameStatuses,
  column: nameColumns,
  view: nameViews,
  person: namePeople,
  company: nameCompanies,
  webhook: nameWebhooks,
  slack_rule: nameConfigs,
  feed: nameFeeds,
  receiving_address: nameAddresses,
  community: nameCommunities,
  invite: nameInvites,
}

export const PROSPECT_HOOKS: ProspectHooks = { describePersonDraft }

export const SOURCE_HOOKS: SourceHooks = { findWatched, listPolls, listGapsOf }
