import { locate, pathOf } from './location.ts'
import type { Location } from './location.ts'

/** The entries behind the browser's back and forward. */
export interface History {
  read(): Location
  /** Adds an entry after the current one, or takes the current one's place. */
  write(location: Location, how: { replace: boolean }): void
  go(delta: number): void
  /** Resolves once moves under way have had time to arrive. The browser may drop one for a later one, and does not say so. */
  settled(): Promise<void>
  /** Calls back after each move among the entries, with how many it went: null for one that the browser added. */
  onMove(listener: (delta: number | null) => void): void
}

interface Entry {
  state: unknown
  index: number
}

const SETTLE_MS = 100

/** The browser's own. Each entry holds its number, by which a move's length is known. */
export function createBrowserHistory(page: Window): History {
  let index = entryOf(page).index ?? 0
  if (entryOf(page).index === undefined) keep(null)
  function keep(state: unknown) {
    page.history.replaceState({ state, index } satisfies Entry, '')
  }
  return {
    read: () => ({ ...locate(pathOf(page.location), '/'), state: entryOf(page).state ?? null }),
    write(location, { replace }) {
      if (!replace) index += 1
      const entry: Entry = { state: location.state, index }
      if (replace) page.history.replaceState(entry, '', pathOf(location))
      else page.history.pushState(entry, '', pathOf(location))
    },
    go: (delta) => page.history.go(delta),
    settled: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
    onMove(listener) {
      page.addEventListener('popstate', () => {
        const { index: next } = entryOf(page)
        const delta = next === undefined ? null : next - index
        index = next ?? index + 1
        if (delta === null) keep(null)
        listener(delta)
      })
    },
  }
}

/** For tests: begins with one entry. Moves at once, or later as a browser does, when `queue` does it. */
export function createMemoryHistory(path: string, queue: (move: () => void) => void = (move) => move()): History {
  const entries = [locate(path, '/')]
  let index = 0
  let moved: (delta: number) => void = () => undefined
  const read = () => entries[index] ?? locate('/', '/')
  return {
    read,
    write(location, { replace }) {
      if (!replace) index += 1
      entries.splice(index, replace ? 1 : entries.length, location)
    },
    go(delta) {
      queue(() => {
        const next = Math.min(Math.max(index + delta, 0), entries.length - 1)
        const way = next - index
        index = next
        moved(way)
      })
    },
    settled: () => new Promise((resolve) => queue(resolve)),
    onMove: (listener) => (moved = listener),
  }
}

/** What this or an earlier version stored with the current entry. */
function entryOf({ history }: Window): Partial<Entry> {
  const entry: unknown = history.state
  return typeof entry === 'object' && entry !== null ? entry : {}
}
