/** Steps closer together than this are a run: the user holds the key or is heading further on. */
export const RUN_MS = 120

/** Makes the URL, and with it the pane, follow the current row. */
export interface Following {
  /** Follows a step after the frame that shows it: a single one right away, a run when it pauses. */
  step: (id: string) => void
  /** Follows a pending step at once. */
  settle: () => void
  /** Drops the pending step. */
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

/** Runs `work` after the next paint and a delay; returns how to cancel it. */
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
