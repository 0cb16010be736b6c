import type { LeadRow } from '@leadlight/contract/leads'

const SIGNAL_ID = '01920000-0000-7000-8000-0000000000a1'

/** A complete row; pass only what the test is about. */
export function leadRow(parts: Partial<LeadRow> = {}): LeadRow {
  const id = parts.id ?? '01920000-0000-7000-8000-000000000001'
  return {
    id,
    project_id: '01920000-0000-7000-8000-0000000000ff',
    platform: 'hacker_news',
    community: 'Ask HN',
    url: `https://news.example/item/${id}`,
    author: 'thinline',
    title: `What are you monitoring 300 hosts with? ${id}`,
    excerpt: {
      text: 'We need something that finds new hosts on its own and does not page me.',
      evidence: [{ start: 0, end: 49, kind: 'for', label: 'names a need' }],
    },
    score: 94,
    level: 'strong',
    intent_signals: [{ id: SIGNAL_ID, kind: 'intent', intent_signal: 'Looking for a monitoring tool' }],
    status_config_id: null,
    smart_column_values: [],
    github_issue_state: null,
    feedback: null,
    assignee_id: null,
    read: false,
    starred: false,
    deleted: false,
    posted_at: '2026-11-20T09:00:00.000Z',
    collected_at: '2026-11-20T10:00:00.000Z',
    source_deleted_at: null,
    ...parts,
  }
}
