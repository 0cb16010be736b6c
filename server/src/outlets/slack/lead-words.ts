import { plainText } from '@leadlight/domain/plain-text'
import { levelOrNull, type LeadLevel } from '@leadlight/domain/scoring'
import { foundName } from '@leadlight/domain/watched-names/parse-names'
import { SLACK_OPTION_MAX, SLACK_SECTION_MAX, slackPlain, slackText } from '@leadlight/domain/slack'
import type { ActionsBlock, SectionBlock } from '@slack/web-api'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'

const TITLE_MAX = 150
const NAME_MAX = 80
const NOTICE_MAX = 200
const QUOTE_MAX = 300

const WORDS: Record<LeadLevel, string> = { strong: 'Strong', likely: 'Likely', possible: 'Possible', unsure: 'Unsure' }

/** A lead's title and source, as a link to its page. */
export function headOf(url: string, lead: DescribedLead): string {
  return `*<${url}|${slackText(titleOf(lead), TITLE_MAX)}>*\n${describe(lead)}`
}

/** How well a lead fits and its title, as a notification shows them. */
export function noticeOf(lead: DescribedLead): string {
  const level = levelOrNull(lead.score)
  const what =
    level === null ? `Mention of ${slackText(nameOf(lead), NAME_MAX)}` : `${WORDS[level]} lead (${lead.score})`
  return `${what}: ${slackText(titleOf(lead), NOTICE_MAX)}`
}

/** The evidence, a line each, at most `max`. */
export function quotesFor({ evidence }: DescribedLead['matches'][number], max: number): string[] {
  return evidence
    .filter(({ kind }) => kind === 'for')
    .slice(0, max)
    .map(({ quote }) => `>${slackText(oneLine(quote), QUOTE_MAX)}`)
}

function titleOf(lead: DescribedLead): string {
  return oneLine(plainText(lead.title?.trim() ?? '') || firstLine(plainText(lead.text)) || 'A post without words')
}

/** The watched name that a lead without a score was found by. */
function nameOf({ matches: [match] }: DescribedLead): string {
  return match ? oneLine(foundName(match.signal, match.evidence)) : 'a name'
}

function describe(lead: DescribedLead): string {
  const { score, platform, community, author } = lead
  const level = levelOrNull(score)
  const parts = [
    level === null ? `*Mention* · ${slackText(nameOf(lead), NAME_MAX)}` : `*${WORDS[level]}* · ${score}`,
    slackText(oneLine(community ?? platform), NAME_MAX),
    ...(author === null ? [] : [`by ${slackText(oneLine(author), NAME_MAX)}`]),
  ]
  return parts.join(' · ')
}

export function section(text: string): SectionBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, SLACK_SECTION_MAX), verbatim: true } }
}

/** A button that leads to several leads. */
export function openLeads(messageId: string, url: string): ActionsBlock {
  const open = { type: 'button' as const, action_id: 'open_leads', text: plain('Open them in Leadlight'), url }
  return { type: 'actions', block_id: messageId, elements: [{ ...open, style: 'primary' }] }
}

export function plain(text: string) {
  return { type: 'plain_text' as const, text: slackPlain(oneLine(text), SLACK_OPTION_MAX) }
}

/** Line breaks would end a quote, and a link. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}
