import { INBOX_SHORTCUTS } from '../../features/leads/inbox-shortcut-list.ts'
import { PROSPECT_SHORTCUTS } from '../../features/prospects/prospect-shortcut-list.ts'
import { isMac } from '../../lib/is-mac.ts'
import { ORGANIZATION_DESTINATIONS, projectDestinations } from '../destinations.ts'

export interface ShortcutEntry {
  /** Pressed one after the other. */
  keys: readonly string[]
  does: string
}

export interface ShortcutGroup {
  title: string
  entries: readonly ShortcutEntry[]
}

/** All shortcuts, grouped by where they work. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  {
    title: 'Anywhere',
    entries: [
      { keys: [isMac() ? '⌘K' : 'Ctrl K'], does: 'Open the command palette' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    title: 'Go to',
    entries: [...projectDestinations(''), ...ORGANIZATION_DESTINATIONS].flatMap(({ name, key }) =>
      key ? [{ keys: ['g', key], does: name }] : [],
    ),
  },
  ...INBOX_SHORTCUTS,
  ...PROSPECT_SHORTCUTS,
]
