import { capGuests } from '../../core/billing/guest-spending.ts'
import { detachAskers } from '../../workspace/columns/detach-askers.ts'
import { isBeingFilled } from '../../workspace/columns/is-being-filled.ts'
import { rereadSites } from '../../people/enrichment/reread-sites.ts'
import { deleteOldEvents } from '../../core/events/delete-old-events.ts'
import { deleteUndos } from '../../workspace/leads/delete-undos.ts'
import { detachAuditors } from '../../finding/audits/detach-auditors.ts'
import { detachLabellers } from '../../finding/learning/detach-labellers.ts'
import { detachMembers } from '../../workspace/leads/detach-members.ts'
import { detachViews } from '../../workspace/teamwork/detach-views.ts'
import { isBeingSearched } from '../../finding/matching/is-being-searched.ts'
import { isJudging, stopMovedMonitoring } from '../../finding/monitoring/stop-moved-monitoring.ts'
import { deleteNotifications } from '../../outlets/notifications/delete-notifications.ts'
import { deleteThemes } from '../../finding/themes/delete-themes.ts'
import { cancelOpinions } from '../../finding/opinions/cancel-opinions.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteCallsOf } from '../../platform/idempotency.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { nameOfOrganization } from '../../core/organization/name-of-organization.ts'
import { withdrawGrantsIn } from '../../core/projects/grants.ts'
import { giveProject, lockProject } from '../../core/projects/lock-project.ts'
import { requireRoomForProject } from '../../core/projects/project-limit.ts'
import { detachWriters } from '../../people/drafts/detach-writers.ts'
import { deleteProspectUndos } from '../../people/prospects/delete-prospect-undos.ts'
import { deleteAddresses } from '../../finding/receiving/delete-addresses.ts'
import { deleteProjectKeys } from '../../finding/sources/delete-project-keys.ts'
import { deleteSlack } from '../../outlets/slack/delete-slack.ts'
import { deleteWebhooks } from '../../outlets/webhooks/delete-webhooks.ts'
import { endAccessJob } from './end-access-job.ts'

/** A hundred thousand leads take some twenty seconds, longer on a slow machine. */
const MOVE_MS_MAX = 30 * 60_000

export interface Move {
  projectId: string
  fromOrganizationId: string
  toOrganizationId: string
  /** What the former organization reads of it: the project's name, and who took it over or gave it away. */
  left: { projectName: string; how: 'taken' | 'given'; userId: string }
}

/**
 * Gives a project and everything in it to another organization, in whose transfer scope `tx` is open. What bound it to
 * the former organization's people or services, and the ledger entries of whoever paid, stay behind; a job ends there what
 * still leads to the project. Its signals are no longer monitored. False if the former organization has no such project.
 */
export async function moveProject(
  tx: Tx,
  { clock, newId, jobs }: { clock: Clock; newId: NewId; jobs: Jobs },
  { projectId, fromOrganizationId, toOrganizationId, left }: Move,
): Promise<boolean> {
  const now = clock.now()
  await requireRoomForProject(tx, toOrganizationId)
  if (!(await lockProject(tx, fromOrganizationId, projectId))) return false
  // A locked project gets no new search and no new column values, so this stays true.
  if (await isBeingSearched(tx, fromOrganizationId, projectId)) throw searchRunning()
  if (await isBeingFilled(tx, fromOrganizationId, projectId)) throw columnsFilling()
  if (await isJudging(tx, fromOrganizationId, projectId)) throw postsJudged()
  await limitStatements(tx, MOVE_MS_MAX)
  await giveProject(tx, fromOrganizationId, projectId, { organizationId: toOrganizationId, updatedAt: now })
  // From here on they are rows of the receiving organization.
  await withdrawGrantsIn(tx, toOrganizationId, projectId)
  await capGuests(tx, toOrganizationId, projectId, null)
  await deleteCallsOf(tx, toOrganizationId, projectId)
  await deleteUndos(tx, toOrganizationId, projectId)
  await deleteProspectUndos(tx, toOrganizationId, projectId)
  await rereadSites(tx, toOrganizationId, { projectId, now })
  await detachMembers(tx, toOrganizationId, projectId)
  await detachViews(tx, toOrganizationId, projectId)
  await detachWriters(tx, toOrganizationId, projectId)
  await detachLabellers(tx, toOrganizationId, projectId)
  await detachAuditors(tx, toOrganizationId, projectId)
  await detachAskers(tx, toOrganizationId, projectId)
  await stopMovedMonitoring(tx, toOrganizationId, projectId)
  await deleteThemes(tx, toOrganizationId, projectId)
  await cancelOpinions(tx, toOrganizationId, projectId)
  await deleteProjectKeys(tx, toOrganizationId, projectId)
  await deleteAddresses(tx, toOrganizationId, projectId)
  await deleteOldEvents(tx, toOrganizationId, projectId)
  await deleteWebhooks(tx, toOrganizationId, projectId)
  await deleteNotifications(tx, toOrganizationId, { projectId })
  await deleteSlack(tx, toOrganizationId, projectId)
  // Invites and keys of the former organization cannot be seen from here.
  const organizationName = await nameOfOrganization(tx, toOrganizationId)
  const told = { ...left, entryId: newId(), organizationName }
  await jobs.enqueue(tx, endAccessJob, { organizationId: fromOrganizationId, projectId, left: told }, {})
  return true
}

function searchRunning(): AppError {
  const detail = 'The project is being searched right now. Wait until the search has ended, or have it stopped.'
  return new AppError('conflict', 'search_running', detail)
}

function postsJudged(): AppError {
  const detail =
    'Posts are being judged for the project right now. Try again in a minute, or stop monitoring its signals.'
  return new AppError('conflict', 'posts_being_judged', detail)
}

function columnsFilling(): AppError {
  const detail = 'Smart columns of the project are being filled right now. Wait until they are, or stop them.'
  return new AppError('conflict', 'columns_filling', detail)
}
