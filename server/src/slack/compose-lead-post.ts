import { leadLevel, type LeadLevel } from '@leadlight/domain/scoring'
import { SLACK_OPTION_MAX, SLACK_OPTIONS_MAX, SLACK_SECTION_MAX, slackPlain, slackText } from '@leadlight/domain/slack'
import type { ActionsBlock, KnownBlock, PlainTextOption, SectionBlock } from '@slack/web-api'
import type { DescribedLead } from '../leads/describe-leads.ts'
import type { SlackPost } from '../senders/slack.ts'

const TITLE_MAX = 150
const EXCERPT_MAX = 600
const NAME_MAX = 80
const SIGNAL_MAX = 200
const QUOTE_MAX = 300
const MATCHES_MAX = 3
const QUOTES_MAX = 3
const NOTICE_MAX = 200
/** What Slack takes of a button's address. */
const URL_MAX = 3_000

/** By these a press is known. */
export const READ_ACTION = 'lead_read'
export const STATUS_ACTION = 'lead_status'
/** Stands for no status, which has no id. */
export const NO_STATUS = 'none'

const WORDS: Record<LeadLevel, string> = { strong: 'Strong', likely: 'Likely', possible: 'Possible' }

export interface LeadPostParts {
  publicUrl: string
  projectId: string
  leadId: string
  messageId: string
  /** Undefined where it is gone, or its post was deleted at its source. */
  lead: DescribedLead | undefined
  /** The project's, in their order. */
  statuses: readonly { id: string; name: string }[]
}

/** A lead as Slack shows it: where it is from, how well it fits, the words that prove it, and what can be done with it. */
export function composeLeadPost({ publicUrl, projectId, leadId, messageId, lead, statuses }: LeadPostParts): SlackPost {
  const url = `${publicUrl}/projects/${projectId}/posts/${leadId}`
  if (!lead) return composeGone(messageId)
  const title = lead.title?.trim() || firstLine(lead.text) || 'A post without words'
  const head = `*<${url}|${slackText(oneLine(title), TITLE_MAX)}>*\n${describe(lead)}`
  const excerpt = lead.title === null ? '' : slackText(oneLine(lead.text), EXCERPT_MAX)
  const blocks: KnownBlock[] = [section(head)]
  if (excerpt !== '') blocks.push(section(excerpt))
  for (const match of lead.matches.slice(0, MATCHES_MAX)) blocks.push(section(describeMatch(match)))
  blocks.push({ type: 'context', elements: [{ type: 'mrkdwn', text: standingOf(lead), verbatim: true }] })
  blocks.push(actionsOf({ url, messageId, lead, statuses }))
  const notice = `${WORDS[leadLevel(lead.score)]} lead (${lead.score}): ${slackText(oneLine(title), NOTICE_MAX)}`
  return { id: messageId, text: notice, blocks }
}

function composeGone(messageId: string): SlackPost {
  const text = 'This post was deleted at its source or removed from Leadlight, and its words are gone here too.'
  return { id: messageId, text, blocks: [section(`_${text}_`)] }
}

function describe({ score, platform, community, author }: DescribedLead): string {
  const parts = [
    `*${WORDS[leadLevel(score)]}* · ${score}`,
    slackText(oneLine(community ?? platform), NAME_MAX),
    ...(author === null ? [] : [`by ${slackText(oneLine(author), NAME_MAX)}`]),
  ]
  return parts.join(' · ')
}

function describeMatch({ signal, evidence }: DescribedLead['matches'][number]): string {
  const quotes = evidence
    .filter(({ kind }) => kind === 'for')
    .slice(0, QUOTES_MAX)
    .map(({ quote }) => `>${slackText(oneLine(quote), QUOTE_MAX)}`)
  return [`Matches “${slackText(oneLine(signal), SIGNAL_MAX)}”`, ...quotes].join('\n')
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
    // Slack refuses one that is not among the options.
    ...(chosen && { initial_option: chosen }),
  }
}

function section(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, SLACK_SECTION_MAX), verbatim: true } }
}

function plain(text: string) {
  return { type: 'plain_text' as const, text: slackPlain(text, SLACK_OPTION_MAX) }
}

/** Lines would end a quote, and a link. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

function isWebAddress(url: string): boolean {
  return url.length <= URL_MAX && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
