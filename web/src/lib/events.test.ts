import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../testing/fake-server.ts'
import { listenToProject } from './events.ts'
import { readServerEvents } from './server-events.ts'

beforeEach(() => {
  localStorage.setItem('access_token', 'a-token-12345678')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const PATH = '/api/v1/events/p'

function stream(...chunks: string[]): Response {
  return new Response(chunks.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

function leads(id: number) {
  return `id: ${id}\nevent: leads\ndata: {"type":"leads","search_id":"s","lead_ids":[],"unread_count":${id}}\n\n`
}

test('a broken stream resumes after the last event, with the token in the header', async () => {
  const streams = [stream(leads(7), leads(8)), stream(leads(9))]
  const server = fakeServer({ [`GET ${PATH}`]: () => streams.shift() ?? new Promise(() => undefined) })
  const received: unknown[] = []
  const stop = listenToProject('p', (event) => received.push(event.type === 'leads' ? event.unread_count : event.type))
  await vi.advanceTimersByTimeAsync(10)
  expect(received).toEqual(['connected', 7, 8])
  await vi.advanceTimersByTimeAsync(1000)
  expect(received).toEqual(['connected', 7, 8, 9])
  const [first, second] = server.of(PATH)
  expect(first?.headers.get('authorization')).toBe('Bearer a-token-12345678')
  expect(first?.headers.get('last-event-id')).toBeNull()
  expect(second?.headers.get('last-event-id')).toBe('8')
  stop()
})

test('an unreachable server is retried after 1, 2, 4 … at most 30 seconds', async () => {
  const server = fakeServer({ [`GET ${PATH}`]: problem(503, 'Down.') })
  const stop = listenToProject('p', () => undefined)
  const counts: number[] = []
  for (const seconds of [0, 1, 2, 4, 8, 16, 30, 30]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    counts.push(server.of(PATH).length)
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  stop()
})

test('a refusal ends the stream', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const server = fakeServer({ [`GET ${PATH}`]: problem(404, 'No such project.') })
  const stop = listenToProject('p', () => undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.of(PATH)).toHaveLength(1)
  expect(warn).toHaveBeenCalledOnce()
  stop()
})

test('listeners of one project share a connection, which ends with the last of them', async () => {
  const server = fakeServer({ [`GET ${PATH}`]: () => new Promise(() => undefined) })
  const stopOne = listenToProject('p', () => undefined)
  const stopOther = listenToProject('p', () => undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(server.of(PATH)).toHaveLength(1)
  stopOne()
  expect(server.requests[0]?.signal?.aborted).toBe(false)
  stopOther()
  expect(server.requests[0]?.signal?.aborted).toBe(true)
})

test('events may be cut anywhere, hold several lines, and be mixed with comments', async () => {
  vi.useRealTimers()
  const text =
    ': hello\r\n\r\nid: 1\r\nevent: a\r\ndata: {"x":\r\ndata: "ö"}\r\n\r\nretry: 5\n\ndata:two\n\ndata: cut off'
  const bytes = new TextEncoder().encode(text)
  for (let cut = 1; cut < bytes.length; cut++) {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, cut))
        controller.enqueue(bytes.slice(cut))
        controller.close()
      },
    })
    const events: unknown[] = []
    for await (const event of readServerEvents(new Response(body))) events.push(event)
    expect(events).toEqual([
      { id: '1', name: 'a', data: '{"x":\n"ö"}' },
      { id: null, name: 'message', data: 'two' },
    ])
  }
})
