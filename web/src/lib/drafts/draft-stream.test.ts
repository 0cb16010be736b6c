import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import type { SentRequest } from '../../testing/fake-server.ts'
import { streamDraft } from './draft-stream.ts'
import { chunked, deltaEvent, doneEvent, draft } from '../../testing/chunked.ts'
import { LEAD_REPLY } from './testing/lead-reply.ts'

const PATH = '/api/v1/leads/p/lead/l/draft_message'
const KEPT = draft({ draft: 'Grüße 👋 an alle' })

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))

/** Streams a draft in these chunks; returns the texts that were shown. */
async function follow(chunks: (string | Uint8Array)[], contentType?: string) {
  const stream = chunked(contentType)
  fakeServer({
    [`POST ${PATH}`]: (request) => {
      const response = stream.answer(request)
      for (const chunk of chunks) stream.send(chunk)
      stream.end()
      return response
    },
  })
  const shown: string[] = []
  const written = await streamDraft(LEAD_REPLY, {
    prompt: '',
    signal: new AbortController().signal,
    onText: (text) => shown.push(text),
  })
  return { shown, written }
}

describe('a stream', () => {
  test('shows what has arrived so far, and ends with what the server stored', async () => {
    const { shown, written } = await follow([deltaEvent('Grüße '), deltaEvent('👋'), doneEvent(KEPT, 0.5)])
    expect(shown).toEqual(['Grüße ', 'Grüße 👋'])
    expect(written).toEqual({ draft: KEPT.draft, creditsSpent: 0.5, details: KEPT })
  })

  test('means the same wherever it is cut, even inside characters and line ends', async () => {
    const text = `: hello\r\n\r\nretry: 5\r\n\r\nid: 1\r\ndata: {"delta":\r\ndata: "Grüße 👋"}\r\n\r\n${doneEvent(KEPT).replaceAll('\n', '\r\n')}`
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 3, 5, 7, 64]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.slice(index * size, (index + 1) * size),
      )
      const { shown, written } = await follow(chunks)
      expect({ size, shown, draft: written.draft }).toEqual({ size, shown: ['Grüße 👋'], draft: KEPT.draft })
    }
  })

  test('skips unknown events', async () => {
    const { shown, written } = await follow([
      ': keep-alive\n\n',
      'event: ping\ndata: {}\n\n',
      'data: {"delta": 7}\n\n',
      'data: null\n\n',
      'data: "words"\n\n',
      'data:\n\n',
      deltaEvent('<script>alert(1)</script>'),
      doneEvent(KEPT),
      'event: error\ndata: {"detail": "too late"}\n\n',
    ])
    expect(shown).toEqual(['<script>alert(1)</script>'])
    expect(written.draft).toBe(KEPT.draft)
  })

  test('may be one plain answer', async () => {
    const body = JSON.stringify({ draft: KEPT.draft, credits_spent: 0, details: KEPT })
    const { shown, written } = await follow([body], 'application/json')
    expect({ shown, written }).toEqual({ shown: [], written: { draft: KEPT.draft, creditsSpent: 0, details: KEPT } })
  })

  test.each([
    ['ends early', [deltaEvent('Half of')]],
    ['ends inside of an event', [deltaEvent('Half of'), 'event: done\ndata: {"draft": "Half']],
    ['is no JSON', ['data: <html>502</html>\n\n']],
    ['ends without a draft', ['event: done\ndata: {"credits_spent": 2}\n\n']],
    ['is empty', []],
  ])('that %s is reported as broken off', async (_case, chunks) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await expect(follow(chunks)).rejects.toThrow('The answer broke off before the draft was done.')
  })

  test('that is torn off is reported as broken off', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const stream = chunked()
    fakeServer({
      [`POST ${PATH}`]: (request) => {
        const response = stream.answer(request)
        stream.send(deltaEvent('Half of'))
        setTimeout(stream.breakOff)
        return response
      },
    })
    const onText = () => undefined
    await expect(streamDraft(LEAD_REPLY, { prompt: '', signal: new AbortController().signal, onText })).rejects.toThrow(
      'The answer broke off before the draft was done.',
    )
  })

  test('reports the server’s own error, in the stream or before it', async () => {
    const inStream = [
      'event: error\ndata: {"status": 503, "code": "model_unavailable", "detail": "The model is busy."}\n\n',
    ]
    await expect(follow(inStream)).rejects.toMatchObject({ message: 'The model is busy.', code: 'model_unavailable' })
    fakeServer({ [`POST ${PATH}`]: problem(402, 'No credits are left.', 'no_credits_left') })
    const onText = () => undefined
    await expect(
      streamDraft(LEAD_REPLY, { prompt: '', signal: new AbortController().signal, onText }),
    ).rejects.toMatchObject({ status: 402, message: 'No credits are left.' })
  })
})

test('each press has its own idempotency key, and the prompt is sent if there is one', async () => {
  const requests: SentRequest[] = []
  fakeServer({
    [`POST ${PATH}`]: (request) => {
      requests.push(request)
      return { draft: 'x', credits_spent: 0, details: KEPT }
    },
  })
  for (const prompt of ['', 'Shorter']) {
    await streamDraft(LEAD_REPLY, { prompt, signal: new AbortController().signal, onText: () => undefined })
  }
  expect(requests.map(({ body }) => body)).toEqual([
    { stream: true, message_type: 'reply' },
    { stream: true, message_type: 'reply', prompt: 'Shorter' },
  ])
  const keys = requests.map(({ headers }) => headers.get('idempotency-key') ?? '')
  expect(keys.every((key) => /^[0-9a-f]{32}$/u.test(key))).toBe(true)
  expect(new Set(keys).size).toBe(2)
})
