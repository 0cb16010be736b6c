import type { HistoryEntry, Note, Teammate } from '@leadlight/contract/lead-work'
import type { Lead } from '@leadlight/contract/leads'
import type { Answers } from '../../../testing/fake-server.ts'
import { instance, NETSCOPE, rosa } from '../../../testing/rosas-story.ts'
import { leadAnswers, leadId, leadOf, LEADS, POSTS, rows, signal } from './leads-story.ts'

export const LEAD = leadId(1)
export const LEAD_PATH = `${LEADS}/lead/${LEAD}`
export const PANE = `${POSTS}/${LEAD}`
export const OTHER_SIGNAL_ID = leadId(77)

export const ROSA: Teammate = { user_id: leadId(901), name: 'Rosa Klein', avatar_url: null }
export const ANA: Teammate = { user_id: leadId(902), name: 'Ana Silva', avatar_url: null }
export const ANDO: Teammate = { user_id: leadId(903), name: 'Ando Mori', avatar_url: null }

export const STATUSES = [
  { id: leadId(801), name: 'To answer', color: 'amber', position: 0 },
  { id: leadId(802), name: 'Answered', color: 'blue', position: 1 },
] as const

/** The first lead of two, open in the pane, with everything a team can do with it. Its platform has direct messages. */
export function paneLead(parts: Partial<Lead> = {}): Lead {
  const [first] = rows(1, { read: true })
  return { ...leadOf(first!), project_id: NETSCOPE, platform: 'reddit', ...parts }
}

export function paneAnswers(lead: Lead = paneLead(), notes: Note[] = [], history: HistoryEntry[] = []): Answers {
  return {
    ...leadAnswers(rows(2, { read: true, platform: 'reddit' })),
    'GET /users_info/me': rosa({ id: ROSA.user_id }),
    'GET /api/v1/instance': instance(),
    [`GET ${LEAD_PATH}`]: lead,
    [`GET ${LEADS}/teammates`]: [ANA, ANDO, ROSA],
    [`GET ${LEADS}/smart_columns`]: [],
    [`GET ${LEAD_PATH}/notes`]: notes,
    [`GET ${LEAD_PATH}/history`]: history,
    [`GET /api/v1/lead-status-configs/project/${NETSCOPE}`]: [...STATUSES],
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [
      signal(),
      signal({ id: OTHER_SIGNAL_ID, intent_signal: 'Leaving Nagios' }),
    ],
  }
}

export function note(parts: Partial<Note> = {}): Note {
  return {
    id: leadId(701),
    text: 'Ask them.',
    mentions: [],
    author: ROSA,
    created_at: '2026-11-21T09:00:00.000Z',
    ...parts,
  }
}
