import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { SLACK_BEST_SHOWN } from '@leadlight/domain/slack'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'
import type { SlackPost } from '../../senders/slack.ts'
import { headOf, noticeOf, openLeads, quotesFor, section } from './lead-words.ts'
import type { FoundAtOnce } from './message-store.ts'

const QUOTES_MAX = 2
/** More in the filter would make the address too long for a button. */
const SIGNALS_MAX = 20

export interface FoundPostParts {
  publicUrl: string
  projectId: string
  messageId: string
  together: FoundAtOnce
  /** How many of them still exist. */
  count: number
  /** Those of the best that still exist, best first. */
  best: readonly DescribedLead[]
}

/**
 * A message of how many new leads came, the best of them with their evidence, and where to see them all, newest first.
 */
export function composeFoundPost({
  publicUrl,
  projectId,
  messageId,
  together,
  count,
  best,
}: FoundPostParts): SlackPost {
  const posts = `${publicUrl}/projects/${projectId}/posts`
  const [first] = best
  const shown = best.slice(0, SLACK_BEST_SHOWN)
  const head = `${count} new lead${count === 1 ? '' : 's'}`
  const isAll = shown.length === 0 || shown.length === count
  return {
    id: messageId,
    text: first ? `${head}. ${noticeOf(first)}` : `${head}.`,
    blocks: [
      section(isAll ? `*${head}*` : `*${head}*, of which the best ${shown.length === 1 ? 'is' : 'are'}:`),
      ...shown.map((lead) => section(describe(`${posts}/${lead.id}`, lead))),
      openLeads(messageId, `${posts}?${filterOf(together)}`),
    ],
  }
}

function describe(url: string, lead: DescribedLead): string {
  const [match] = lead.matches
  return [headOf(url, lead), ...(match ? quotesFor(match, QUOTES_MAX) : [])].join('\n')
}

/** The filter as in the list's address. */
function filterOf({ signalIds }: FoundAtOnce): string {
  const signals = signalIds.length <= SIGNALS_MAX ? signalIds : []
  const filter = signals.map((id): [string, string] => [LEAD_FILTERS.signals.parameter, id])
  return new URLSearchParams([
    ...filter,
    [LEAD_FILTERS.read.parameter, 'false'],
    ['sort_by', 'collected_at'],
    ['sort_order', 'desc'],
  ]).toString()
}
