import { meetsMinimum } from '@leadlight/domain/scoring'
import { nextMailAt } from '@leadlight/domain/notifications'
import { findScores } from '../../workspace/leads/find-scores.ts'
import { newlyTakes, reachedLeads, type RuledLead } from '../outbox/reached-leads.ts'
import type { OutboxEvent } from '../outbox/outbox-events.ts'
import type { Subscriber } from '../outbox/deliver-events.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { mailJob } from './jobs.ts'
import { insertWaiting } from './mail-store.ts'
import type { NotificationDependencies } from './notification-dependencies.ts'
import { timesOf } from './present-settings.ts'
import { lockListening, updateSetting, type SettingRow } from './setting-store.ts'
import { findRecipients } from './find-recipients.ts'

type Dependencies = Pick<NotificationDependencies, 'clock' | 'jobs'>

/** Queues new leads for the next mail of everybody who wants them. */
export function mailSubscriber(deps: Dependencies): Subscriber {
  return { queue: (tx, position, happenings) => queueLeads(tx, deps, position, happenings) }
}

async function queueLeads(
  tx: Tx,
  deps: Dependencies,
  { organizationId, projectId }: ProjectIds,
  happenings: readonly OutboxEvent[],
): Promise<void> {
  const news = reachedLeads(happenings)
  const ids = [...news.keys()]
  if (ids.length === 0) return
  const listening = await lockListening(tx, organizationId, projectId)
  if (listening.length === 0) return
  const leads = await findScores(tx, organizationId, { projectId, ids })
  const accountIds = listening.map((row) => row.account_id)
  const hearing = await findRecipients(tx, organizationId, { projectId, accountIds })
  for (const row of listening) {
    const takes = (lead: RuledLead) => wants(row, lead)
    const wanted = [...leads].filter(([id, lead]) => newlyTakes(takes, lead, news.get(id) ?? null)).map(([id]) => id)
    if (hearing.has(row.account_id) && wanted.length > 0) await queueFor(tx, deps, row, wanted)
  }
}

async function queueFor(
  tx: Tx,
  { clock, jobs }: Dependencies,
  row: SettingRow,
  leadIds: readonly string[],
): Promise<void> {
  const { organization_id: organizationId, project_id: projectId, account_id: accountId } = row
  const ids = { projectId, accountId }
  const now = clock.now()
  await insertWaiting(tx, organizationId, ids, leadIds)
  const next = row.next_mail_at ?? nextMailAt(timesOf(row), now, row.last_mail_at)
  await updateSetting(tx, organizationId, ids, { next_mail_at: next })
  if (next === null || next > now) return
  await jobs.enqueue(tx, mailJob, { organizationId, ...ids }, { key: `${projectId}:${accountId}` })
}

function wants({ signal_ids: signalIds, minimum_score: minimum }: SettingRow, lead: RuledLead): boolean {
  const isOfSignal = signalIds.length === 0 || lead.signalIds.some((id) => signalIds.includes(id))
  return isOfSignal && meetsMinimum(lead.score, minimum)
}
