import { plainText } from '@leadlight/domain/plain-text'
import { SLACK_OPTIONS_MAX, slackText } from '@leadlight/domain/slack'
import type { ActionsBlock, KnownBlock, PlainTextOption } from '@slack/web-api'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'
import type { SlackPost } from '../../senders/slack.ts'
import { headOf, noticeOf, oneLine, plain, quotesFor, section } from './lead-words.ts'

const EXCERPT_MAX = 600
const NAME_MAX = 80
const SIGNAL_MAX = 200
const MATCHES_MAX = 3
const QUOTES_MAX = 3
/** The longest address of a button that Slack accepts. */
const URL_MAX = 3_000

/** The actions by which a press is recognised. */
export const READ_ACTION = 'lead_read'
export const STATUS_ACTION = 'lead_status'
/** Stands for no status, which has no id. */
export const NO_STATUS = 'none'

export interface LeadPostParts {
  publicUrl: string
  projectId: string
  leadId: string
  messageId: string
  /** Undefined where the lead is gone, or its post was deleted at its source. */
  lead: DescribedLead | undefined
  /** The project's, in their order. */
  statuses: readonly { id: string; name: string }[]
}

/** A lead as Slack shows it: where it is from, how well it fits, its evidence, and the available actions. */
export function composeLeadPost({ publicUrl, projectId, leadId, messageId, lead, statuses }: LeadPostParts): SlackPost {
  const url = `${publicUrl}/projects/${projectId}/posts/${leadId}`
  if (!lead) return composeGone(messageId)
  const excerpt = lead.title === null ? '' : slackText(oneLine(plainText(lead.text)), EXCERPT_MAX)
  const blocks: KnownBlock[] = [section(headOf(url, lead))]
  if (excerpt !== '') blocks.push(section(excerpt))
  for (const match of lead.matches.slice(0, MATCHES_MAX)) blocks.push(section(describeMatch(match)))
  blocks.push({ type: 'context', elements: [{ type: 'mrkdwn', text: standingOf(lead), verbatim: true }] })
  blocks.push(actionsOf({ url, messageId, lead, statuses }))
  return { id: messageId, text: noticeOf(lead), blocks }
}

function composeGone(messageId: string): SlackPost {
  const text = 'This post was deleted at its source or removed from Leadlight, and its words are gone here too.'
  return { id: messageId, text, blocks: [section(`_${text}_`)] }
}

function describeMatch(match: DescribedLead['matches'][number]): string {
  return [`Matches “${slackText(oneLine(match.signal), SIGNAL_MAX)}”`, ...quotesFor(match, QUOTES_MAX)].join('\n')
}

function standingOf({ status, isRead, isDeleted }: DescribedLead): string {
  const parts = [
    status === null ? 'No status' : `Status: ${slackText(oneLine(status), NAME_MAX)}`,
    isRead ? 'Read' : 'Unread',
  ]
  if (isDeleted) parts.push('Deleted in Leadlight')
  return parts.join(' · ')
}

interface ActionParts extends Pick<LeadPostParts, 'messageId' | 'statuses'> {
  url: string
  lead: DescribedLead
}

function actionsOf({ url, messageId, lead, statuses }: ActionParts): ActionsBlock {
  const elements: ActionsBlock['elements'] = [
    { type: 'button', action_id: 'open_lead', text: plain('Open in Leadlight'), url, style: 'primary' },
  ]
  if (isWebAddress(lead.url)) {
    elements.push({ type: 'button', action_id: 'open_post', text: plain('Open the post'), url: lead.url })
  }
  if (!lead.isDeleted) {
    if (!lead.isRead) {
      elements.push({ type: 'button', action_id: READ_ACTION, text: plain('Mark as read'), value: messageId })
    }
    if (statuses.length > 0) elements.push(statusSelect(lead.status, statuses))
  }
  return { type: 'actions', block_id: messageId, elements }
}

function statusSelect(current: string | null, statuses: LeadPostParts['statuses']): ActionsBlock['elements'][number] {
  const none: PlainTextOption = { text: plain('No status'), value: NO_STATUS }
  const others = statuses.slice(0, SLACK_OPTIONS_MAX - 1).map(({ id, name }) => ({ text: plain(name), value: id }))
  const chosen = current === null ? none : others[statuses.findIndex(({ name }) => name === current)]
  return {
    type: 'static_select',
    action_id: STATUS_ACTION,
    placeholder: plain('Status'),
    options: [none, ...others],
    // Slack refuses a choice that is not among the options.
    ...(chosen && { initial_option: chosen }),
  }
}

function isWebAddress(url: string): boolean {
  return url.length <= URL_MAX && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
