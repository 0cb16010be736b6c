import './key-probe.ts'

export interface Fling {
  frames: number
  dropped: number
  /** Frames in which a visible part of the list had no row. */
  blank: number
}

declare global {
  interface Window {
    flingProbe: { start: () => void; end: () => Fling }
  }
}

/**
 * Runs in the page beside the key probe. Counts the frames between start and end, the dropped ones, and those with a
 * gap.
 */
export function installFlingProbe(): void {
  const ROW = '[aria-posinset], tbody tr[aria-rowindex]'
  const FRAME_MS = 1000 / 60
  let isRunning = false
  let lastMs = 0
  let seen: Fling = { frames: 0, dropped: 0, blank: 0 }

  function isBlank(): boolean {
    const sight = window.inboxProbe.scroller()?.getBoundingClientRect()
    const rows = [...document.querySelectorAll(ROW)].map((row) => row.getBoundingClientRect())
    if (!sight || rows.length === 0) return true
    const top = Math.min(...rows.map((row) => row.top))
    const bottom = Math.max(...rows.map((row) => row.bottom))
    return top > sight.top + 1 || bottom < sight.bottom - 1
  }
  function watch(atMs: number): void {
    if (!isRunning) return
    if (lastMs > 0) {
      seen.frames += 1
      seen.dropped += Math.max(0, Math.round((atMs - lastMs) / FRAME_MS) - 1)
    }
    lastMs = atMs
    const look = () => {
      if (isBlank()) seen.blank += 1
    }
    void window.scheduler.postTask(look, { priority: 'user-blocking' })
    requestAnimationFrame(watch)
  }
  window.flingProbe = {
    start() {
      seen = { frames: 0, dropped: 0, blank: 0 }
      lastMs = 0
      isRunning = true
      requestAnimationFrame(watch)
    },
    end() {
      isRunning = false
      return seen
    },
  }
}
