import type { Draft } from '@leadlight/contract/drafts'
import type { SentRequest } from './fake-server.ts'

/** A response whose bytes are sent one chunk at a time. It breaks when the caller aborts, like a real one. */
export function chunked(contentType = 'text/event-stream') {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const encoder = new TextEncoder()
  return {
    answer: ({ signal }: Pick<SentRequest, 'signal'>): Response => {
      const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) })
      signal?.addEventListener('abort', () => controller?.error(signal.reason))
      return new Response(body, { headers: { 'content-type': contentType } })
    },
    send(part: string | Uint8Array) {
      controller?.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
    },
    end: () => controller?.close(),
    breakOff: () => controller?.error(new TypeError('terminated')),
  }
}

/** A draft as the server stores it. */
export function draft(parts: Partial<Draft> = {}): Draft {
  return {
    message_type: 'reply',
    draft: 'At 300 hosts I would start with discovery.',
    written_by: 'claude-haiku',
    is_talking_points: false,
    similar_to: null,
    updated_at: '2026-11-21T12:00:00.000Z',
    ...parts,
  }
}

export function deltaEvent(delta: string): string {
  return `data: ${JSON.stringify({ delta })}\n\n`
}

export function doneEvent(kept: Draft, creditsSpent = 2): string {
  return `event: done\ndata: ${JSON.stringify({ draft: kept.draft, credits_spent: creditsSpent, details: kept })}\n\n`
}
