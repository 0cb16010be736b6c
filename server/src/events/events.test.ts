import { ProjectEvent } from '@leadlight/contract/installation'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, startSearch, startSearchStand, type SearchStand } from '../testing/search-stand.ts'

let stand: SearchStand
beforeAll(async () => {
  stand = await startSearchStand()
})
afterAll(() => stand.close())

interface Heard {
  id: string
  event: ProjectEvent
}

/** Reads a project's stream until `enough` events have come, moving time on so that it looks again. */
async function hear(path: string, token: string, request: { after?: string; enough: number }): Promise<Heard[]> {
  const leave = new AbortController()
  const headers = {
    authorization: `Bearer ${token}`,
    ...(request.after !== undefined && { 'last-event-id': request.after }),
  }
  const response = await stand.app.app.hono.request(path, { headers, signal: leave.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const heard: Heard[] = []
  const ticking = setInterval(() => void stand.app.clock.advance(500), 5)
  let text = ''
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += new TextDecoder().decode(chunk)
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const id = /^id: (\d+)$/m.exec(frame)?.[1]
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (id !== undefined && data !== undefined) heard.push({ id, event: ProjectEvent.parse(JSON.parse(data)) })
      }
      if (heard.length >= request.enough) break
    }
  } finally {
    clearInterval(ticking)
    leave.abort()
  }
  return heard
}

describe("a project's events", () => {
  test('tell the search from beginning to end, in order, and resume after the last one heard', async () => {
    const org = await stand.app.organization()
    const run = await startSearch(org)
    const path = `/api/v1/events/${run.projectId}`
    await ended(stand, org, run)

    const all = await hear(path, org.token, { after: '0', enough: 4 })
    const ids = all.map(({ id }) => Number(id))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(all[0]?.event).toMatchObject({ type: 'search', search: { id: run.searchId, state: 'queued' } })

    const rest = await hear(path, org.token, { after: all[1]?.id ?? '', enough: 1 })
    expect(rest[0]).toEqual(all[2])
  })

  test('are of no other project', async () => {
    const org = await stand.app.organization()
    const first = await startSearch(org)
    await ended(stand, org, first)
    const second = await startSearch(org, { intent_signal: 'Bakers asking which oven to buy' })
    await ended(stand, org, second)

    const heard = await hear(`/api/v1/events/${second.projectId}`, org.token, { after: '0', enough: 3 })
    expect(heard.every(({ event }) => event.type !== 'search' || event.search.id === second.searchId)).toBe(true)
  })
})
