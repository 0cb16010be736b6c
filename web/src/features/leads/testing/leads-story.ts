import type { ColumnValue, SmartColumn } from '@leadlight/contract/columns'
import type { Lead, LeadList, LeadRow } from '@leadlight/contract/leads'
import type { ProjectEvent } from '@leadlight/contract/installation'
import type { IntentSignal } from '@leadlight/contract/signals'
import type { Status } from '@leadlight/contract/statuses'
import { elementHeights } from '../../../testing/element-heights.ts'
import type { Answers, SentRequest } from '../../../testing/fake-server.ts'
import { NETSCOPE, rosasAnswers } from '../../../testing/rosas-story.ts'
import { leadRow } from './lead-row.ts'
import { savedSignal } from '../../../testing/saved-signal.ts'

export const POSTS = `/projects/${NETSCOPE}/posts`
export const LEADS = `/api/v1/leads/${NETSCOPE}`
export const VIEWS = `${LEADS}/views`
export const STATUS_IDS = [leadId(601), leadId(602), leadId(603)] as const
export const COLUMN_IDS = { budget: leadId(701), tool: leadId(702) } as const
export const SIGNAL_ID = '01920000-0000-7000-8000-0000000000a1'

const ROW_HEIGHT_PX = 120

export function leadId(number: number): string {
  return `01920000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

/** Rows 1 to `count`, named "Lead 1" and so on. */
export function rows(count: number, parts: Partial<LeadRow> = {}): LeadRow[] {
  return Array.from({ length: count }, (_, index) =>
    leadRow({ id: leadId(index + 1), title: `Lead ${index + 1}`, ...parts }),
  )
}

export function list(items: LeadRow[], parts: Partial<LeadList> = {}): LeadList {
  return { items, total: items.length, total_capped: false, next_cursor: null, ...parts }
}

/** A row's whole lead: title and two paragraphs, matched by one signal, with one word against. */
export function leadOf(row: LeadRow): Lead {
  const title = row.title ?? ''
  const text = `${title}\n${row.excerpt.text}\n\nOpen source would be nice.`
  const start = title.length + 1
  return {
    ...row,
    text,
    body_start: start,
    author_url: 'https://news.example/user/thinline',
    person_id: null,
    replies: 38,
    license: null,
    facts: null,
    feedback_reason: null,
    drafts: [],
    drafting: { is_allowed: true, why: null },
    other_places: [],
    author_leads: [],
    matches: [
      {
        intent_signal_id: SIGNAL_ID,
        intent_signal: 'Looking for a monitoring tool',
        score: row.score,
        level: row.level,
        second_opinion: null,
        reason: 'The author asks peers for a tool.',
        learned: null,
        conditions: [],
        evidence: [
          { start, end: start + 49, kind: 'for', label: 'names a need' },
          { start: text.indexOf('Open source'), end: text.length - 1, kind: 'against', label: 'prefers free software' },
        ],
      },
    ],
  }
}

export function signal(parts: Partial<IntentSignal> = {}): IntentSignal {
  return savedSignal({ id: SIGNAL_ID, lead_count: 12, ...parts })
}

export function statuses(): Status[] {
  const [answer, answered, won] = STATUS_IDS
  return [
    { id: answer, name: 'To answer', color: 'amber', position: 0 },
    { id: answered, name: 'Answered', color: 'blue', position: 1 },
    { id: won, name: 'Won', color: 'green', position: 2 },
  ]
}

export function smartColumns(): SmartColumn[] {
  const progress = { waiting: 0, done: 3, needs_model: 0, failed: 0 }
  return [
    {
      id: COLUMN_IDS.budget,
      name: 'Budget',
      prompt: 'Is there a budget?',
      type: 'boolean',
      position: 0,
      progress,
      paused: null,
    },
    {
      id: COLUMN_IDS.tool,
      name: 'Tool',
      prompt: 'Which tool is used now?',
      type: 'text',
      position: 1,
      progress,
      paused: null,
    },
  ]
}

export function columnValue(column_id: string, parts: Partial<ColumnValue> = {}): ColumnValue {
  return { column_id, state: 'done', bool_value: null, text_value: null, why: null, ...parts }
}

/** The server's answers for Rosa's project; `items` are its leads, each of which can be opened. */
export function leadAnswers(items: LeadRow[]): Answers {
  return {
    ...rosasAnswers(),
    [`GET ${LEADS}`]: list(items),
    ...Object.fromEntries(items.map((row) => [`GET ${LEADS}/lead/${row.id}`, leadOf(row)])),
    ...Object.fromEntries(items.map((row) => [`POST ${LEADS}/lead/${row.id}/read`, noContent()])),
    ...Object.fromEntries(items.map((row) => [`POST ${LEADS}/lead/${row.id}/star`, noContent()])),
    [`GET ${LEADS}/leads-data-channels`]: [
      {
        platform: 'hacker_news',
        id: 'hacker_news',
        external_id: '',
        name: '',
        display_name: 'Hacker News',
        lead_count: 3,
      },
    ],
    [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: statuses(),
    [`GET ${LEADS}/smart_columns`]: [],
    [`GET ${LEADS}/teammates`]: [],
    [`GET ${VIEWS}`]: [],
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [signal()],
    [`GET /api/v1/intent_signals/${NETSCOPE}/searches`]: [],
    [`GET /api/v1/events/${NETSCOPE}`]: eventStream().response,
  }
}

export function noContent(): Response {
  return new Response(null, { status: 204 })
}

/** A stream of events that stays open; `send` emits one. */
export function eventStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
  const encoder = new TextEncoder()
  return {
    response: () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    /** Says from which event on it is heard, as the server does first. */
    connect() {
      controller?.enqueue(encoder.encode(': open\nretry: 2000\nid: 12\n\n'))
    },
    send(event: ProjectEvent) {
      controller?.enqueue(encoder.encode(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))
    },
  }
}

/** The bodies sent to a path, in order. */
export function bodiesOf(requests: readonly SentRequest[], path: string): unknown[] {
  return requests.filter((request) => request.path === path).map((request) => request.body)
}

export const giveElementsHeight = elementHeights(ROW_HEIGHT_PX)
