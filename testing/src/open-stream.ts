import { announce } from '@leadlight/server/core/events/announce'
import { organizationScope } from '@leadlight/server/platform/scopes'
import type { TestApp } from './test-app.ts'

export type Stream = ReadableStreamDefaultReader<Uint8Array>

interface Opening {
  projectId: string
  token: string
  /** The last event received before; without it only new events are read. */
  after?: string
}

/** Opens a project's event stream and reads its opening. */
export async function openStream(app: TestApp, { projectId, token, after }: Opening): Promise<Stream> {
  const headers = { authorization: `Bearer ${token}`, ...(after !== undefined && { 'last-event-id': after }) }
  const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers })
  const reader = response.body?.getReader()
  if (!reader) throw new Error('There is no stream.')
  await reader.read()
  return reader
}

interface Telling {
  org: { organizationId: string }
  projectId: string
  source: string
}

/** Emits a source by that name to the project's listeners. */
export function sendEvent(app: TestApp, { org: { organizationId }, projectId, source }: Telling): Promise<void> {
  const payload = { type: 'source' as const, platform: 'feed', source, error: null }
  return app.db.transaction(organizationScope(organizationId), (tx) =>
    announce(tx, organizationId, { projectId, payload, now: app.clock.now() }),
  )
}

/** The stream's next text. */
export async function said(stream: Stream): Promise<string> {
  const { value } = await stream.read()
  if (!value) throw new Error('The stream has ended.')
  return new TextDecoder().decode(value)
}

/** Everything the stream sends until it ends, which it must, as time passes. */
export async function untilEnd(app: TestApp, stream: Stream): Promise<string> {
  const ticking = setInterval(() => void app.clock.advance(500), 5)
  try {
    let text = ''
    for (let next = await stream.read(); !next.done; next = await stream.read())
      text += new TextDecoder().decode(next.value)
    return text
  } finally {
    clearInterval(ticking)
  }
}
