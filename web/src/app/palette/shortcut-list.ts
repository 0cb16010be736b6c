import type { Role } from '@leadlight/domain/roles'
import { INBOX_SHORTCUTS } from '../../features/leads/inbox-shortcut-list.ts'
import { PROSPECT_SHORTCUTS } from '../../features/prospects/prospect-shortcut-list.ts'
import { isMac } from '../../lib/is-mac.ts'
import { destinationsOf, ORGANIZATION_DESTINATIONS, projectDestinations } from '../destinations.ts'

export interface ShortcutEntry {
  /** Pressed one after the other. */
  keys: readonly string[]
  does: string
}

export interface ShortcutGroup {
  title: string
  entries: readonly ShortcutEntry[]
}

/** All shortcuts that the role can use, grouped by where they work. */
export function shortcutGroupsOf(role: Role | null): ShortcutGroup[] {
  const places = destinationsOf(role, [...projectDestinations(''), ...ORGANIZATION_DESTINATIONS])
  return [
    {
      title: 'Anywhere',
      entries: [
        { keys: [isMac() ? '⌘K' : 'Ctrl K'], does: 'Open the command palette' },
        { keys: ['?'], does: 'Show these shortcuts' },
      ],
    },
    {
      title: 'Go to',
      entries: places.flatMap(({ name, key }) => (key ? [{ keys: ['g', key], does: name }] : [])),
    },
    ...INBOX_SHORTCUTS,
    ...PROSPECT_SHORTCUTS,
  ]
}
