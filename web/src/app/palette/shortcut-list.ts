import { isMac } from '../../lib/is-mac.ts'
import { SHORTCUTS } from '../../features/leads/use-inbox-shortcuts.ts'
import { ORGANIZATION_DESTINATIONS, projectDestinations } from '../destinations.ts'

export interface ShortcutEntry {
  /** Keys pressed one after the other, or, with `or`, any one of them. */
  keys: readonly string[]
  does: string
  or?: boolean
}

export interface ShortcutGroup {
  title: string
  entries: readonly ShortcutEntry[]
}

const ANYWHERE: readonly ShortcutEntry[] = [
  { keys: [isMac() ? '⌘K' : 'Ctrl K'], does: 'Open the command palette' },
  { keys: ['?'], does: 'Show these shortcuts' },
]

/** Every key that does something, by where it does it. */
export const SHORTCUT_GROUPS: readonly ShortcutGroup[] = [
  { title: 'Anywhere', entries: ANYWHERE },
  {
    title: 'Go to',
    entries: [...projectDestinations(''), ...ORGANIZATION_DESTINATIONS].flatMap(({ name, key }) =>
      key ? [{ keys: ['g', key], does: name }] : [],
    ),
  },
  { title: 'Posts', entries: SHORTCUTS.filter(({ keys }) => !ANYWHERE.some((known) => known.keys[0] === keys[0])) },
]
