import type { WrittenDraft } from '@leadlight/contract/drafts'
import { presentProblem } from '../../platform/problem.ts'
import type { Log } from '../../platform/log.ts'
import { AppError } from '../../platform/errors.ts'

interface Stream {
  requestId: string
  log: Log
  /** Called when the listener has gone. */
  onGone: () => void
}

/**
 * A draft as server-sent events: `data: {"delta": …}` for each piece, then `event: done` with the draft, or `event: error`
 * with the problem document.
 */
export function streamDraft(
  pieces: AsyncGenerator<string, WrittenDraft>,
  { requestId, log, onGone }: Stream,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isGone = false
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await pieces.next()
        if (isGone) return
        if (!next.done) return controller.enqueue(encoder.encode(frame({ delta: next.value })))
        controller.enqueue(encoder.encode(frame(next.value, 'done')))
      } catch (error) {
        if (isGone) return
        if (!(error instanceof AppError)) log.error({ requestId, err: error }, 'a draft failed')
        controller.enqueue(encoder.encode(frame(presentProblem(error, requestId), 'error')))
      }
      controller.close()
    },
    async cancel() {
      isGone = true
      onGone()
      await pieces.return(undefined as never)
    },
  })
}

function frame(data: object, event?: 'done' | 'error'): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`
}
