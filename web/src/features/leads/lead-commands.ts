import type { LeadRow } from '@leadlight/contract/leads'
import { hasDirectMessages } from '@leadlight/domain/communities'
import type { Command } from '../../lib/commands.ts'
import { formatCount } from '../../lib/format.ts'
import { leadName } from '../../lib/row-text.ts'
import type { LeadAction } from './lead-actions.ts'
import { runLeadAction } from './lead-actions.ts'
import type { Inbox } from './use-lead-inbox.ts'

type PaneCommand = [LeadAction, string, string[]]

const DRAFT_MESSAGE: PaneCommand = ['draft_message', 'Draft a direct message', ['m']]

/** Palette commands for the selected leads, or else the open or focused one. */
export function leadCommands(inbox: Inbox, canDelete: boolean): Command[] {
  const target = inbox.target()
  if (!target) return []
  const count = target.allOf?.count ?? target.rows.length
  const group = count === 1 ? nameOfGroup(inbox, target.rows[0]) : formatCount(count, 'selected lead')
  const isAnyRead = target.rows.some((lead) => lead.read)
  const isDeleted = inbox.filters.filters.deleted
  const commands: Command[] = [
    ...statusCommands(inbox, group),
    {
      id: 'lead-read',
      group,
      name: isAnyRead ? 'Mark as unread' : 'Mark as read',
      keys: ['u'],
      run: () => inbox.setRead(!isAnyRead, target),
    },
  ]
  if (canDelete) {
    commands.push({
      id: 'lead-delete',
      group,
      name: isDeleted ? 'Bring back' : 'Delete',
      keywords: 'undelete remove',
      keys: ['#'],
      run: () => inbox.setDeleted(!isDeleted, target),
    })
  }
  return count === 1 ? [...commands, ...singleCommands(inbox, group)] : commands
}

/** A lead that is only focused in the list is named: "this" is the open one. */
function nameOfGroup({ position }: Inbox, lead: LeadRow | undefined): string {
  return lead === undefined || position.openId === lead.id ? 'This lead' : `Lead: ${leadName(lead)}`
}

function statusCommands(inbox: Inbox, group: string): Command[] {
  const target = inbox.target()
  const statuses = inbox.statuses.map((status, index) => ({
    id: `lead-status-${status.id}`,
    group,
    name: `Status: ${status.name}`,
    keywords: 'set mark',
    ...(index < 9 ? { keys: [String(index + 1)] } : {}),
    run: () => inbox.setStatus(status, target),
  }))
  if (statuses.length === 0) return []
  const none = {
    id: 'lead-status-none',
    group,
    name: 'No status',
    keywords: 'take away clear',
    keys: ['0'],
    run: () => inbox.setStatus(null, target),
  }
  return [...statuses, none]
}

/** Commands for a single lead. */
function singleCommands(inbox: Inbox, group: string): Command[] {
  const lead = inbox.current()
  if (!lead) return []
  const ofPane: PaneCommand[] = [
    ['draft_reply', 'Draft a reply', ['r']],
    ...(hasDirectMessages(lead.platform) ? [DRAFT_MESSAGE] : []),
    ['feedback_positive', 'A good lead', ['+']],
    ['feedback_negative', 'A poor lead', ['-']],
  ]
  function ask(action: LeadAction) {
    if (!lead) return
    runLeadAction(action, lead.id)
    if (inbox.position.openId !== lead.id) inbox.position.open(lead.id)
  }
  return [
    {
      id: 'lead-star',
      group,
      name: lead.starred ? 'Take the star away' : 'Star',
      keys: ['s'],
      run: () => void inbox.changes.setStarred(lead, !lead.starred),
    },
    ...ofPane.map(([action, name, keys]) => ({
      id: `lead-${action}`,
      group,
      name,
      keywords: 'feedback answer write',
      keys,
      run: () => ask(action),
    })),
    {
      id: 'lead-thread',
      group,
      name: 'Open the thread',
      keywords: 'original post link',
      run: () => void window.open(lead.url, '_blank', 'noopener,noreferrer'),
    },
  ]
}
