import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage.ts'

/** How the user wants to see a list in this browser. */
export interface ListSettings {
  mode: 'cards' | 'table'
  /** Column widths in px by column name, if changed. */
  widths: Readonly<Record<string, number>>
  /** Names of hidden columns. */
  hidden: readonly string[]
}

const DEFAULTS: ListSettings = { mode: 'cards', widths: {}, hidden: [] }
const listeners = new Set<() => void>()
const cached = new Map<string, { stored: string | null; settings: ListSettings }>()

/** A list's settings, stored in this browser under the list's name. */
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

/** Parsed again only if the stored text has changed: a snapshot must be stable. */
function settingsOf(name: string): ListSettings {
  const stored = readStored(name)
  const last = cached.get(name)
  if (last && last.stored === stored) return last.settings
  const settings = parse(stored)
  cached.set(name, { stored, settings })
  return settings
}

function parse(stored: string | null): ListSettings {
  if (!stored) return DEFAULTS
  try {
    const { mode, widths, hidden } = JSON.parse(stored) as Partial<Record<keyof ListSettings, unknown>>
    return {
      mode: mode === 'table' ? 'table' : 'cards',
      widths: Object.fromEntries(Object.entries(Object(widths) as object).filter(([, width]) => isWidth(width))),
      hidden: Array.isArray(hidden) ? hidden.filter((name) => typeof name === 'string') : [],
    }
  } catch {
    // Invalid data in storage must not stop the list from showing.
    return DEFAULTS
  }
}

function isWidth(width: unknown): width is number {
  return typeof width === 'number' && width > 0 && width < 5000
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
