import { explainFailure, tooLarge } from './outbound-error.ts'

interface Bounds {
  host: string
  maxBytes: number
  /** Aborted when time is up or the caller gave up; its reason is what the reader gets. */
  signal: AbortSignal
  /** Starts the time to the next piece; its result is called when that has arrived. */
  awaitPiece: () => () => void
  /** Called once, when the body has ended in whatever way. */
  onEnd: () => void
}

type ByteStream = ReadableStream<Uint8Array>

/**
 * The same bytes, pulled only as fast as they are read, cut off with an OutboundError as soon as they exceed
 * `maxBytes`. Counted after decompression, so a small bomb counts by what it unfolds to.
 */
export function boundBody(body: ByteStream, { host, maxBytes, signal, awaitPiece, onEnd }: Bounds): ByteStream {
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const arrived = awaitPiece()
          const { done, value } = await reader.read().finally(arrived)
          if (done) {
            onEnd()
            controller.close()
            return
          }
          bytes += value.byteLength
          if (bytes > maxBytes) throw tooLarge(host)
          controller.enqueue(value)
        } catch (error) {
          onEnd()
          controller.error(signal.aborted ? signal.reason : explainFailure(error, host))
          await stop(reader, error)
        }
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** A stream that has already failed rejects its cancelling with the same failure; the reader was told of it above. */
async function stop(reader: ReadableStreamDefaultReader<Uint8Array>, reason: unknown): Promise<void> {
  const stopped = await Promise.allSettled([reader.cancel(reason)])
  if (stopped[0].status === 'fulfilled') reader.releaseLock()
}
