import { useSyncExternalStore } from 'react'
import { logWarning } from './log.ts'

/** The names of this app's entries in browser storage. */
export const STORED = {
  accessToken: 'access_token',
  selectedProjectId: 'selected_project_id',
  lastProjectId: 'last_project_id',
  cachePrefix: 'app-cache',
  /** In the tab only: an unsaved text; its name follows. */
  draftPrefix: 'draft:',
  /** When answers were last kept, in milliseconds since 1970. */
  cacheWrittenAt: 'cache_written_at',
  moduleReloadAt: 'module_reload_at',
  theme: 'theme',
  sidebar: 'sidebar',
  /** The look of a project's list of leads; the project's id follows. */
  leadList: 'lead_list',
  /** The look of a project's lists of people and companies; the kind and the project's id follow. */
  prospectList: 'prospect_list',
  /** The newest search whose result was dismissed; the project's id follows. */
  searchDismissed: 'search_dismissed',
  /** Commands recently chosen in the palette, the latest first. */
  recentCommands: 'recent_commands',
  /** In the tab only: the path to return to after sign-in. */
  returnTo: 'wanted',
  /** In the tab only: who dismissed the notice about their unverified email address. */
  unverifiedDismissedBy: 'unverified_dismissed_by',
  /** In the tab only: the balance at which the low-credits notice was dismissed. */
  creditsDismissedAt: 'credits_dismissed_at',
  /** Set while a super admin sees the product as another user. An installation that measures usage must respect it. */
  analyticsOff: 'analytics_off',
  /** Written and removed at once, to learn whether the storage takes anything. */
  probe: 'probe',
} as const

/** `browser` is for every tab and permanent; `tab` lasts until the tab is closed. */
type StorageArea = 'browser' | 'tab'
const AREAS = ['browser', 'tab'] as const satisfies readonly StorageArea[]

/** The stored value; null if there is none, or the browser forbids storage. */
export function readStored(name: string, area: StorageArea = 'browser'): string | null {
  try {
    return storageOf(area).getItem(name)
  } catch (cause) {
    logWarning(`"${name}" could not be read from this browser's storage`, cause)
    return null
  }
}

/** The names of the entries that begin so; none where the browser forbids storage. */
export function listStored(prefix: string, area: StorageArea = 'browser'): string[] {
  try {
    return Object.keys(storageOf(area)).filter((name) => name.startsWith(prefix))
  } catch (cause) {
    logWarning('The names in this browser’s storage could not be read', cause)
    return []
  }
}

/** Stores a value, or removes it if null. Returns whether that worked; full or forbidden storage is a warning. */
export function writeStored(name: string, value: string | null, area: StorageArea = 'browser'): boolean {
  try {
    if (value === null) storageOf(area).removeItem(name)
    else storageOf(area).setItem(name, value)
    if (value !== null && value.length >= (refusedLengths[area] ?? 0)) noteRefusal(area, null)
    return true
  } catch (cause) {
    noteRefusal(area, value?.length ?? 0)
    logWarning(`"${name}" could not be written to this browser's storage`, cause)
    return false
  }
}

/** Tries whether each storage that refused a text now takes as much, which `useStorageRefused` then says. */
export function tryStorage(): void {
  for (const area of AREAS) {
    const length = refusedLengths[area]
    if (length !== null && writeStored(STORED.probe, ' '.repeat(length), area)) writeStored(STORED.probe, null, area)
  }
}

/** Whether the browser refused the last write to one of its storages: it is full or forbidden. */
export function useStorageRefused(): boolean {
  return useSyncExternalStore(subscribe, () => AREAS.some((area) => refusedLengths[area] !== null))
}

/**
 * The length of the text that each storage refused; null while it refuses nothing. Removing, or writing less, works in
 * full storage too.
 */
const refusedLengths: Record<StorageArea, number | null> = { browser: null, tab: null }
const listeners = new Set<() => void>()

function noteRefusal(area: StorageArea, length: number | null) {
  if (length === refusedLengths[area]) return
  refusedLengths[area] = length
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Throws where the browser forbids storage. */
function storageOf(area: StorageArea): Storage {
  return area === 'tab' ? sessionStorage : localStorage
}
