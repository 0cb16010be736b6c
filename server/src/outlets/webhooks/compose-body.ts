import type { WebhookEvent } from '@leadlight/domain/webhooks'
import { levelOrNull, scoreOrNull } from '@leadlight/domain/scoring'
import type { DescribedLead } from '../../workspace/leads/describe-leads.ts'

export type SentEvent = WebhookEvent | 'webhook.test'

/** Receivers accept messages of 20 KB; long texts are cut to stay below. In bytes, as sent. */
const TEXT_BYTES_MAX = 6_000
const TITLE_BYTES_MAX = 1_000
const REASON_BYTES_MAX = 500
/** A sentence fits; an expression of names may be longer. */
const SIGNAL_BYTES_MAX = 600
const QUOTE_BYTES_MAX = 400
const MATCHES_MAX = 4
const QUOTES_MAX = 4

export interface Happened {
  event: SentEvent
  at: Date
  data: object
}

/** A message as it is sent and signed: type, time and data. */
export function composeBody({ event, at, data }: Happened): string {
  return JSON.stringify({ type: event, timestamp: at.toISOString(), data })
}

/** A lead as messages contain it, with the address of its page in Leadlight. */
export function describeLead(publicUrl: string, projectId: string, lead: DescribedLead): object {
  const text = cut(lead.text, TEXT_BYTES_MAX)
  return {
    id: lead.id,
    leadlight_url: `${publicUrl}/projects/${projectId}/posts/${lead.id}`,
    url: lead.url,
    platform: lead.platform,
    community: lead.community,
    author: lead.author,
    author_url: lead.authorUrl,
    title: lead.title === null ? null : cut(lead.title, TITLE_BYTES_MAX),
    text,
    text_is_cut: text !== lead.text,
    score: scoreOrNull(lead.score),
    level: levelOrNull(lead.score),
    status: lead.status,
    intent_signals: lead.matches.slice(0, MATCHES_MAX).map((match) => ({
      id: match.signalId,
      intent_signal: cut(match.signal, SIGNAL_BYTES_MAX),
      score: scoreOrNull(match.score),
      reason: cut(match.reason, REASON_BYTES_MAX),
      evidence: match.evidence
        .slice(0, QUOTES_MAX)
        .map(({ kind, quote }) => ({ kind, quote: cut(quote, QUOTE_BYTES_MAX) })),
    })),
    read: lead.isRead,
    starred: lead.isStarred,
    deleted: lead.isDeleted,
    posted_at: lead.postedAt.toISOString(),
    collected_at: lead.collectedAt.toISOString(),
  }
}

/** The longest beginning of the text that takes at most so many bytes as JSON, never splitting a character. */
function cut(text: string, maxBytes: number): string {
  let fits = 0
  let from = 0
  let to = text.length
  while (from <= to) {
    const middle = (from + to) >> 1
    if (bytesOf(text.slice(0, middle)) <= maxBytes) {
      fits = middle
      from = middle + 1
    } else to = middle - 1
  }
  const isSplit = fits < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, fits))
  return text.slice(0, isSplit ? fits - 1 : fits)
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text))
}
