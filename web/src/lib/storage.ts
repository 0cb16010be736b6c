import { logWarning } from './log.ts'

/** The names under which this browser remembers things. */
export const STORED = {
  accessToken: 'access_token',
  selectedProjectId: 'selected_project_id',
  lastProjectId: 'last_project_id',
  cachePrefix: 'app-cache',
  moduleReloadAt: 'module_reload_at',
  theme: 'theme',
  sidebar: 'sidebar',
  /** How a project's list of leads looks; its project's id follows. */
  leadList: 'lead_list',
  /** How a project's lists of people and of companies look; which of them, and the project's id follow. */
  prospectList: 'prospect_list',
  /** What was chosen in the command palette, the latest first. */
  recentCommands: 'recent_commands',
  /** In the tab alone: the path that a sign-in should lead back to. */
  returnTo: 'wanted',
  /** In the tab alone: who has sent the reminder of their unverified address away. */
  unverifiedDismissedBy: 'unverified_dismissed_by',
  /** In the tab alone: at which mark the line about few credits was sent away. */
  creditsDismissedAt: 'credits_dismissed_at',
  /** Set while a super admin looks at the product as another user. An installation that measures usage must heed it. */
  analyticsOff: 'analytics_off',
} as const

/** `browser` is for every tab and for good, `tab` for this tab until it is closed. */
type StorageArea = 'browser' | 'tab'

/** What is stored under a name; null where nothing is, or where the browser forbids storage. */
export function readStored(name: string, place: StorageArea = 'browser'): string | null {
  try {
    return storageOf(place).getItem(name)
  } catch (cause) {
    logWarning(`"${name}" could not be read from this browser's storage`, cause)
    return null
  }
}

/** Stores a value, or removes it when it is null. Answers whether that worked; a full or forbidden storage is a warning. */
export function writeStored(name: string, value: string | null, place: StorageArea = 'browser'): boolean {
  try {
    if (value === null) storageOf(place).removeItem(name)
    else storageOf(place).setItem(name, value)
    return true
  } catch (cause) {
    logWarning(`"${name}" could not be written to this browser's storage`, cause)
    return false
  }
}

/** Asking for a storage throws where the browser forbids it. */
function storageOf(place: StorageArea): Storage {
  return place === 'tab' ? sessionStorage : localStorage
}
