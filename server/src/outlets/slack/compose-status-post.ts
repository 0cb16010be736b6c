import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { slackText } from '@leadlight/domain/slack'
import type { SlackPost } from '../../senders/slack.ts'
import { oneLine, openLeads, section } from './lead-words.ts'
import type { EnteredCounts } from './message-store.ts'

const NAME_MAX = 80
/** A message has room for so many; a rule may ask for more. */
const STATUSES_MAX = 20

export interface StatusPostParts {
  publicUrl: string
  projectId: string
  messageId: string
  entered: EnteredCounts
  /** The project's, in their order. */
  statuses: readonly { id: string; name: string }[]
}

/**
 * A message of how many leads entered which status, where they are too many to be told one by one, and where to see
 * them.
 */
export function composeStatusPost({ publicUrl, projectId, messageId, entered, statuses }: StatusPostParts): SlackPost {
  const total = Object.values(entered).reduce((sum, count) => sum + count, 0)
  const known = statuses.filter(({ id }) => entered[id] !== undefined).slice(0, STATUSES_MAX)
  const named = known.map(({ id, name }) => ({ name: slackText(oneLine(name), NAME_MAX), count: entered[id] ?? 0 }))
  const [only] = named
  const filter = new URLSearchParams(known.map(({ id }): [string, string] => [LEAD_FILTERS.statuses.parameter, id]))
  const url = `${publicUrl}/projects/${projectId}/posts${known.length > 0 ? `?${filter.toString()}` : ''}`
  const text =
    only?.count === total
      ? `${total} leads were given the status ${only.name} at once.`
      : `${total} leads were given another status at once.`
  const lines = only?.count === total ? [] : named.map(({ name, count }) => `${count}  ${name}`)
  return {
    id: messageId,
    text,
    blocks: [section([`*${text}*`, ...lines].join('\n')), openLeads(messageId, url)],
  }
}
