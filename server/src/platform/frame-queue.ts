/** Frames on their way to a reader, bounded by their total length. */
export interface FrameQueue {
  /** False where the queue is full or has ended, and the frame was not taken. */
  push(frame: string): boolean
  /** Sets what `next` throws once the queue is empty; the first call counts. */
  end(reason: unknown): void
  /** Sets what `next` throws from now on, whatever the queue holds. */
  abort(reason: unknown): void
  /** The next frame, once there is one. One reader at a time. */
  next(): Promise<string>
}

/** At most `charsMax` characters wait; with nothing else waiting, a frame of any length is taken. */
export function createFrameQueue(charsMax: number): FrameQueue {
  const frames: string[] = []
  let chars = 0
  let ended: { reason: unknown } | undefined
  let wake = Promise.withResolvers<void>()

  function finish(reason: unknown): void {
    ended ??= { reason }
    wake.resolve()
  }

  return {
    push(frame) {
      if (ended || (chars > 0 && chars + frame.length > charsMax)) return false
      frames.push(frame)
      chars += frame.length
      wake.resolve()
      return true
    },
    end: finish,
    abort(reason) {
      frames.length = 0
      ended = { reason }
      wake.resolve()
    },
    async next() {
      for (;;) {
        const frame = frames.shift()
        if (frame !== undefined) {
          chars -= frame.length
          return frame
        }
        if (ended) throw ended.reason
        wake = Promise.withResolvers<void>()
        await wake.promise
      }
    },
  }
}
