import type { LeadLevel } from '@leadlight/domain/scoring'
import type { Cell } from '../../platform/csv.ts'

export interface ExportColumn {
  id: string
  name: string
}

/** A lead as every export format shows it. */
export interface ExportedLead {
  id: string
  url: string
  platform: string
  community: string | null
  author: string | null
  author_url: string | null
  title: string | null
  text: string
  score: number | null
  level: LeadLevel | null
  status: string | null
  matches: {
    intent_signal: string
    score: number | null
    reason: string
    evidence: { kind: string; quote: string }[]
  }[]
  /** The values of smart columns, by column. */
  values: ReadonlyMap<string, boolean | string | null>
  read: boolean
  starred: boolean
  deleted: boolean
  feedback: string | null
  assignee: string | null
  notes: number
  posted_at: Date
  collected_at: Date
  /** What somebody or the writer drafted in answer; null where nothing was. */
  reply_draft: string | null
  message_draft: string | null
}

type CellOf = (lead: ExportedLead) => Cell

const BEFORE_COLUMNS: Record<string, CellOf> = {
  id: (lead) => lead.id,
  url: (lead) => lead.url,
  platform: (lead) => lead.platform,
  community: (lead) => lead.community,
  author: (lead) => lead.author,
  author_url: (lead) => lead.author_url,
  title: (lead) => lead.title,
  text: (lead) => lead.text,
  score: (lead) => lead.score,
  level: (lead) => lead.level,
  status: (lead) => lead.status,
  intent_signals: ({ matches }) => lines(matches.map((match) => match.intent_signal)),
  reasons: ({ matches }) => lines(matches.map((match) => match.reason)),
  evidence: ({ matches }) => lines(matches.flatMap((match) => match.evidence.map(({ quote }) => quote))),
}

const AFTER_COLUMNS: Record<string, CellOf> = {
  read: (lead) => lead.read,
  starred: (lead) => lead.starred,
  deleted: (lead) => lead.deleted,
  feedback: (lead) => lead.feedback,
  assignee: (lead) => lead.assignee,
  notes: (lead) => lead.notes,
  posted_at: (lead) => lead.posted_at,
  collected_at: (lead) => lead.collected_at,
  reply_draft: (lead) => lead.reply_draft,
  message_draft: (lead) => lead.message_draft,
}

/** The heading of the table: the fields every lead has, and the smart columns by name. */
export function headingOf(columns: readonly ExportColumn[]): string[] {
  return [...Object.keys(BEFORE_COLUMNS), ...columns.map(({ name }) => name), ...Object.keys(AFTER_COLUMNS)]
}

/** A lead as a row of that table. Lists have one item per line. */
export function rowOf(lead: ExportedLead, columns: readonly ExportColumn[]): Cell[] {
  const cells = (of: Record<string, CellOf>) => Object.values(of).map((cellOf) => cellOf(lead))
  return [...cells(BEFORE_COLUMNS), ...columns.map(({ id }) => lead.values.get(id) ?? null), ...cells(AFTER_COLUMNS)]
}

function lines(texts: readonly string[]): string {
  return texts.join('\n')
}
