import type { Status } from '@leadlight/contract/statuses'
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

/** The entry of the keys that set a status, as both lists have it. */
const DIGITS = '1–9'
const DIGITS_MAX = 9

/** A project's statuses, undefined while they load. */
interface StatusesOf {
  leads: readonly Status[] | undefined
  prospects: readonly Status[] | undefined
}

/** All shortcuts that the role can use, grouped by where they work, with the statuses that the digits set. */
export function shortcutGroupsOf(role: Role | null, { leads, prospects }: StatusesOf): ShortcutGroup[] {
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
    ...INBOX_SHORTCUTS.map((group) => withStatuses(group, leads)),
    ...PROSPECT_SHORTCUTS.map((group) => withStatuses(group, prospects)),
  ]
}

function withStatuses({ title, entries }: ShortcutGroup, statuses: readonly Status[] = []): ShortcutGroup {
  const named = statuses
    .slice(0, DIGITS_MAX)
    .map(({ name }, index) => ({ keys: [String(index + 1)], does: `Status: ${name}` }))
  return { title, entries: entries.flatMap((entry) => (entry.keys[0] === DIGITS ? [entry, ...named] : [entry])) }
}
