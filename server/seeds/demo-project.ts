import { setTimeout as sleep } from 'node:timers/promises'
import type { Search } from '@leadlight/contract/search'
import { listSearches } from '@leadlight/contract/signals'
import { listSources, type Source } from '@leadlight/contract/sources'
import { ask } from './ask.ts'

/** What goes on by itself is waited for no longer than this; the demo then does without it. */
const WAITS_MAX = 600
const WAIT_MS = 100

export interface Seeded {
  address: string
  token: string
  projectId: string
}

/** Waits until no search of the project runs. */
export function searchesEnded(place: Seeded): Promise<void> {
  return becomes(async () => {
    const searches = await call<Search[]>(place, listSearches, '')
    return searches.every(({ finished_at }) => finished_at !== null)
  })
}

/** Waits until monitoring has asked each source that the project added since then; others are asked less often. */
export function ownSourcesPolled(place: Seeded, since: Date): Promise<void> {
  return becomes(async () => {
    const sources = await call<Source[]>(place, listSources, '')
    const polled = sources
      .filter(({ kind }) => kind !== 'built_in')
      .map(({ last_polled_at: at }) => at !== null && new Date(at) >= since)
    return polled.length > 0 && polled.every(Boolean)
  })
}

async function becomes(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < WAITS_MAX; waited += 1) {
    if (await isSo()) return
    await sleep(WAIT_MS)
  }
}

/** A call about the project, and about one thing of it. */
export function call<Reply>(
  { address, token, projectId }: Seeded,
  { method, path }: { method: string; path: string },
  id: string,
  body?: unknown,
): Promise<Reply> {
  return ask(address, { method, path: path.replace('{projectId}', projectId).replace('{id}', id), body, token })
}
