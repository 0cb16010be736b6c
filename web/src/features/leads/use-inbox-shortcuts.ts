import { useNavigate } from 'react-router'
import type { RefObject } from 'react'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { Inbox } from './use-lead-inbox.ts'

export const SHORTCUTS = [
  { keys: ['j'], does: 'Next lead' },
  { keys: ['k'], does: 'Previous lead' },
  { keys: ['Home'], does: 'First lead' },
  { keys: ['End'], does: 'Last lead that is loaded; more follow' },
  { keys: ['Enter'], does: 'Open the lead' },
  { keys: ['s'], does: 'Star' },
  { keys: ['u'], does: 'Mark as unread or read' },
  { keys: ['#'], does: 'Delete' },
  { keys: ['z'], does: 'Undo the last change' },
  { keys: ['x'], does: 'Select the lead' },
  { keys: ['/'], does: 'Search' },
  { keys: ['Esc'], does: 'Clear the selection, or back to the list' },
  { keys: ['?'], does: 'Show these shortcuts' },
] as const

interface Places {
  search: RefObject<HTMLInputElement | null>
  canDelete: boolean
  onHelp: () => void
}

/** The keys of the posts screen; nothing they do needs them. */
export function useInboxShortcuts(inbox: Inbox, { search, canDelete, onHelp }: Places): void {
  const navigate = useNavigate()
  const { position, selection, changes, current, links, openId } = inbox
  useShortcuts({
    j: () => position.goTo(position.next),
    k: () => position.goTo(position.previous),
    Home: () => position.goTo(position.first),
    End: () => position.goTo(position.last),
    Enter: () => {
      if (position.currentId && openId === null) position.open(position.currentId)
    },
    s: () => {
      if (current) void changes.setStarred(current, !current.starred)
    },
    u: () => {
      const isRead = selection.selected.length > 0 ? selection.selected.some((lead) => lead.read) : current?.read
      if (isRead !== undefined) inbox.setRead(!isRead)
    },
    '#': () => {
      if (canDelete) inbox.setDeleted(!inbox.filters.filters.deleted)
    },
    z: () => void changes.undoLatest(),
    x: () => {
      if (current) selection.toggle(current.id)
    },
    '/': () => search.current?.focus(),
    '?': onHelp,
    Escape: () => {
      if (selection.selected.length > 0 || inbox.isSelectMode) inbox.leave()
      else if (openId !== null) void navigate(links.list)
    },
  })
}
