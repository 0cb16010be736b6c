import { ProjectEvent } from '@leadlight/contract/installation'
import type { TestApp } from './test-app.ts'

export interface ReceivedEvent {
  id: string
  event: ProjectEvent
}

interface Hearing {
  projectId: string
  token: string
  /** The last event received before; without it only new events are read. */
  after?: string | undefined
  enough: number
}

/** Reads a project's stream until `enough` events have come, advancing the clock so that it polls again. */
export async function collectEvents(
  app: TestApp,
  { projectId, token, after, enough }: Hearing,
): Promise<ReceivedEvent[]> {
  const leave = new AbortController()
  const headers = { authorization: `Bearer ${token}`, ...(after !== undefined && { 'last-event-id': after }) }
  const response = await app.app.hono.request(`/api/v1/events/${projectId}`, { headers, signal: leave.signal })
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text())
  const heard: ReceivedEvent[] = []
  const ticking = setInterval(() => void app.clock.advance(500), 5)
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
      if (heard.length >= enough) break
    }
  } finally {
    clearInterval(ticking)
    leave.abort()
  }
  return heard
}
