import type { LeadCounts } from '@leadlight/contract/lead-work'
import type { Source, SourceChannel } from '@leadlight/contract/sources'
import { screen, within } from '@testing-library/react'
import { fakeServer } from '../../../testing/fake-server.ts'
import type { Answers } from '../../../testing/fake-server.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { NETSCOPE, rosasAnswers } from '../../../testing/rosas-story.ts'

export const LEADS = `/api/v1/leads/${NETSCOPE}`
export const SOURCES = `/api/v1/sources/${NETSCOPE}`

/** By default Hacker News, not searched yet. */
export function source(parts: Partial<Source> = {}): Source {
  return {
    id: null,
    kind: 'built_in',
    platform: 'hacker_news',
    platform_name: 'Hacker News',
    name: 'Hacker News',
    url: null,
    on: true,
    health: 'new',
    error: null,
    last_polled_at: null,
    last_seen: null,
    next_try_at: null,
    ...parts,
  }
}

/** By default Hacker News, on and without a key. */
export function channel(parts: Partial<SourceChannel> = {}): SourceChannel {
  return {
    platform: 'hacker_news',
    name: 'Hacker News',
    state: 'on',
    heard: false,
    notice: null,
    needs_agreement: false,
    agreed_at: null,
    key: null,
    ...parts,
  }
}

/** The numbers of leads by the ids of their channels. */
export function counts(ofChannels: Record<string, number>): LeadCounts {
  const channels = Object.entries(ofChannels).map(([id, count]) => ({ id, count }))
  return {
    statuses: [],
    intent_signals: [],
    channels,
    github_issue_states: [],
    unread: 0,
    starred: 0,
    capped_at: 10_000,
  }
}

/** The page of the sources of Rosa's project. */
export async function openSources(answers: Answers = {}) {
  const server = fakeServer({
    ...rosasAnswers(),
    [`GET ${SOURCES}`]: [],
    [`GET ${SOURCES}/platforms`]: [],
    [`GET ${SOURCES}/channels`]: [channel()],
    [`GET ${SOURCES}/gaps`]: [],
    [`GET ${SOURCES}/addresses`]: [],
    [`GET ${SOURCES}/coverage`]: [],
    [`GET ${LEADS}/leads-data-channels`]: [],
    [`GET ${LEADS}/counts`]: counts({}),
    ...answers,
  })
  const app = renderApp(`/projects/${NETSCOPE}/sources`)
  await screen.findByRole('heading', { name: 'Sources', level: 1 })
  return { server, app, page: within(screen.getByRole('main')) }
}
