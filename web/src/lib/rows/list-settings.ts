import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage.ts'

/** How somebody wants to see a list in this browser. */
export interface ListSettings {
  mode: 'cards' | 'table'
  /** Widths of the table's columns in px, by the column's name, where they differ from the usual. */
  widths: Readonly<Record<string, number>>
  /** Names of columns that are not shown. */
  hidden: readonly string[]
}

const USUAL: ListSettings = { mode: 'cards', widths: {}, hidden: [] }
const listeners = new Set<() => void>()
const cached = new Map<string, { stored: string | null; settings: ListSettings }>()

/** The settings of a list, remembered in this browser under a name of the list's own. */
export function useListSettings(name: string) {
  const settings = useSyncExternalStore(subscribe, () => settingsOf(name))
  const change = useCallback(
    (part: Partial<ListSettings>) => {
      writeStored(name, JSON.stringify({ ...settingsOf(name), ...part }))
      for (const listener of listeners) listener()
    },
    [name],
  )
  return useMemo(() => ({ ...settings, change }), [settings, change])
}

/** Read anew only where something else is stored than before: a snapshot has to stay the same. */
function settingsOf(name: string): ListSettings {
  const stored = readStored(name)
  const last = cached.get(name)
  if (last && last.stored === stored) return last.settings
  const settings = parse(stored)
  cached.set(name, { stored, settings })
  return settings
}

function parse(stored: string | null): ListSettings {
  if (!stored) return USUAL
  try {
    const { mode, widths, hidden } = JSON.parse(stored) as Partial<Record<keyof ListSettings, unknown>>
    return {
      mode: mode === 'table' ? 'table' : 'cards',
      widths: Object.fromEntries(Object.entries(Object(widths) as object).filter(([, width]) => isWidth(width))),
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
    }
  } catch {
    // What somebody else has written there is no reason not to show the list.
    return USUAL
  }
}

function isWidth(width: unknown): width is number {
  return typeof width === 'number' && width > 0 && width < 5000
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
