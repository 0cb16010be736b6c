/** The interface of the page's probes. */
export interface InboxProbe {
  /** How many milliseconds each press took to show, for those shown since the last call. */
  takePresses: () => number[]
  /**
   * The browser's own figures for the same presses since the last call: to the presentation, in steps of 8 ms, from 16
   * on.
   */
  takeEventDurations: () => number[]
  /** The 1-based position of the current row; 0 if it is not visible. */
  position: () => number
  rowNodes: () => number
  /** The element that scrolls the list. */
  scroller: () => Element | null
}

declare global {
  interface Window {
    inboxProbe: InboxProbe
  }
}

/**
 * Runs in the page before its own scripts, so it gets each key first. After every frame it then checks whether the key's
 * row is current and visible. After a frame means in a task that the frame's own `requestAnimationFrame` has posted, ahead
 * of other tasks: by then the frame's styles, layout and painting are done and handed to the compositor.
 */
export function installKeyProbe(): void {
  const ROW = '[aria-posinset], tbody tr[aria-rowindex]'
  const OPEN = '[data-row-id] [aria-current="true"], [data-row-id][aria-current="true"]'
  const GIVE_UP_MS = 3_000
  const presses: number[] = []
  const durations: number[] = []

  /** The open lead's row, or else the one with the focus. */
  function currentRow(): Element | null {
    return (document.querySelector(OPEN) ?? document.activeElement)?.closest(ROW) ?? null
  }
  function positionOf(row: Element | null): number {
    return Number(row?.getAttribute('aria-posinset') ?? row?.getAttribute('aria-rowindex') ?? 0)
  }
  function scroller(): Element | null {
    for (let at = document.querySelector(ROW)?.parentElement; at; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
    }
    return null
  }
  function position(): number {
    const row = currentRow()
    const list = scroller()
    if (!row || !list) return 0
    const { top, bottom } = row.getBoundingClientRect()
    const sight = list.getBoundingClientRect()
    return top >= sight.top - 1 && bottom <= sight.bottom + 1 ? positionOf(row) : 0
  }
  function time({ key, timeStamp }: KeyboardEvent): void {
    if (key !== 'j' && key !== 'k') return
    const from = positionOf(currentRow())
    const isShown = () => (from === 0 ? position() > 0 : position() === from + (key === 'j' ? 1 : -1))
    const look = () => {
      const tookMs = performance.now() - timeStamp
      if (isShown()) presses.push(tookMs)
      else if (tookMs < GIVE_UP_MS) nextFrame()
    }
    const nextFrame = () =>
      requestAnimationFrame(() => void window.scheduler.postTask(look, { priority: 'user-blocking' }))
    nextFrame()
  }

  document.addEventListener('keydown', time, { capture: true })
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') durations.push(entry.duration)
  })
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  window.inboxProbe = {
    takePresses: () => presses.splice(0),
    takeEventDurations: () => durations.splice(0),
    position,
    rowNodes: () => document.querySelectorAll(ROW).length,
    scroller,
  }
}
