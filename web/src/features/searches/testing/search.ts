import type { Search } from '@leadlight/contract/search'
import type { ChannelProgress } from '../search-progress.ts'

/** A running search; pass only what the test is about. */
export function runningSearch(parts: Partial<Search> = {}): Search {
  return {
    id: '01920000-0000-7000-8000-0000000000b1',
    intent_signal_id: '01920000-0000-7000-8000-0000000000a1',
    state: 'running',
    search_days: 30,
    search_budget: null,
    seen: 200,
    held: 150,
    judged: 100,
    kept: 7,
    new_leads: 5,
    credits_spent: 0,
    channels: [channel({ platform: 'hacker_news', display_name: 'Hacker News' })],
    asking: null,
    progress: null,
    step: 0,
    reanalysis: null,
    note: null,
    started_at: '2026-11-20T10:00:00.000Z',
    finished_at: null,
    created_at: '2026-11-20T10:00:00.000Z',
    ...parts,
  }
}

export function channel(parts: Partial<ChannelProgress> = {}): ChannelProgress {
  return { platform: 'rss', display_name: 'Feeds', state: 'running', seen: 50, error: null, ...parts }
}
