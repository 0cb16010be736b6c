/** Steps that come closer than this are a run: somebody holds the key, or is on the way to a row further on. */
export const RUN_MS = 120

/** What goes after the row one stands at: the address, and with it what shows beside the list. */
export interface Following {
  /** A step was made: it shows first, in a frame of its own. A single one is followed right after that, a run when it rests. */
  step: (id: string) => void
  /** Follows at once, if there is a step that has not been followed. */
  settle: () => void
  /** Forgets the step that has not been followed. */
  cancel: () => void
}

export function createFollowing(follow: (id: string) => void): Following {
  let pending: { id: string; cancelTimer: () => void } | null = null
  let lastStepMs = -Infinity

  function cancel() {
    pending?.cancelTimer()
    pending = null
  }
  function settle() {
    const id = pending?.id
    cancel()
    if (id !== undefined) follow(id)
  }
  return {
    step(id) {
      const nowMs = performance.now()
      const isRun = nowMs - lastStepMs < RUN_MS
      lastStepMs = nowMs
      cancel()
      pending = { id, cancelTimer: afterFrame(settle, isRun ? RUN_MS : 0) }
    },
    settle,
    cancel,
  }
}

/** Runs some work once the next frame is painted and a while has passed; answers how to call that off. */
function afterFrame(work: () => void, waitMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work, waitMs)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
