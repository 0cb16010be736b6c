import { explainFailure, tooLarge } from './outbound-error.ts'

interface Bounds {
  host: string
  maxBytes: number
  /** Aborted when time is up or the caller gave up; the reader gets its reason. */
  signal: AbortSignal
  /** Starts the timer for the next piece; call the result when it has arrived. */
  awaitPiece: () => () => void
  /** Called once, however the body ends. */
  onEnd: () => void
}

type ByteStream = ReadableStream<Uint8Array>

/**
 * The same bytes, pulled only as fast as they are read, and cut off with an OutboundError once they exceed `maxBytes`.
 * Bytes are counted after decompression, so a zip bomb counts at its full size.
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

/** A stream that has already failed rejects its cancelling with the same failure, which the reader got above. */
async function stop(reader: ReadableStreamDefaultReader<Uint8Array>, reason: unknown): Promise<void> {
  const stopped = await Promise.allSettled([reader.cancel(reason)])
  if (stopped[0].status === 'fulfilled') reader.releaseLock()
}
