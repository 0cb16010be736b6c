import type { Journey } from './stages.ts'

/** Open event streams of projects. Each waits for at most one lead at a time. */
export interface Listeners {
  /** Times the project's next lead, of this post, from now on. */
  expect(projectId: string, rkey: string): void
  isIdle(projectId: string): boolean
  /** How many leads have not come yet. */
  waiting(): number
  /**
   * Those that came since the last call, in their order, and how many did not. The missing ones are no longer waited
   * for.
   */
  take(): { came: Journey[]; missing: number }
  close(): void
}

/** Opens the streams; resolves when all are open. */
export async function listenForLeads(
  url: string,
  projects: readonly { projectId: string; token: string }[],
): Promise<Listeners> {
  const leaving = new AbortController()
  const expected = new Map<string, Pick<Journey, 'rkey' | 'sentAt'>>()
  const came: Journey[] = []

  function arrived(projectId: string): void {
    const told = expected.get(projectId)
    if (told === undefined) return
    came.push({ projectId, ...told, receivedAt: now() })
    expected.delete(projectId)
  }

  async function listen({ projectId, token }: { projectId: string; token: string }): Promise<void> {
    const response = await fetch(`${url}/api/v1/events/${projectId}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    })
    if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}`)
    void read(response.body, projectId)
  }

  async function read(body: ReadableStream<Uint8Array>, projectId: string): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for await (const piece of body) {
        if (decoder.decode(piece, { stream: true }).includes('event: leads\n')) arrived(projectId)
      }
    } catch (error) {
      if (!leaving.signal.aborted) throw error
    }
  }

  await Promise.all(projects.map(listen))
  return {
    expect: (projectId, rkey) => void expected.set(projectId, { rkey, sentAt: now() }),
    isIdle: (projectId) => !expected.has(projectId),
    waiting: () => expected.size,
    take() {
      const taken = { came: came.splice(0), missing: expected.size }
      expected.clear()
      return taken
    },
    close: () => leaving.abort(),
  }
}

/** Milliseconds since 1970, with the best resolution there is. */
function now(): number {
  return performance.timeOrigin + performance.now()
}
