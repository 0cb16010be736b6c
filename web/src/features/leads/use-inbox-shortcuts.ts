import { useNavigate } from 'react-router'
import type { RefObject } from 'react'
import type { Shortcuts } from '../../lib/shortcuts.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { LeadAction } from './lead-actions.ts'
import { runLeadAction } from './lead-actions.ts'
import { isSelecting, selectedOf } from './list-store.ts'
import type { Inbox } from './use-lead-inbox.ts'

const STATUS_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

interface Places {
  search: RefObject<HTMLInputElement | null>
  canDelete: boolean
}

/** The keys of the posts screen, listed for people in `inbox-shortcut-list.ts`; nothing they do needs them. */
export function useInboxShortcuts(inbox: Inbox, { search, canDelete }: Places): void {
  const navigate = useNavigate()
  const { position, changes, links, openId, store } = inbox
  useShortcuts({
    ...statusShortcuts(inbox),
    ...paneShortcuts(inbox),
    j: () => position.goTo(position.next),
    k: () => position.goTo(position.previous),
    Home: () => position.goTo(position.first),
    End: () => position.goTo(position.last),
    Enter: () => {
      if (position.currentId && openId === null) position.open(position.currentId)
    },
    s: () => {
      const lead = inbox.current()
      if (lead) void changes.setStarred(lead, !lead.starred)
    },
    u: () => {
      const target = inbox.target()
      if (target) inbox.setRead(!target.leads.some((lead) => lead.read), target)
    },
    '#': () => {
      if (canDelete) inbox.setDeleted(!inbox.filters.filters.deleted)
    },
    z: () => void changes.undoLatest(),
    x: () => {
      const lead = inbox.current()
      if (lead) store.toggle(lead.id)
    },
    '/': () => search.current?.focus(),
    Escape: () => {
      if (isSelecting(store.get())) store.clear()
      else if (openId !== null) void navigate(links.list)
    },
  })
}

/** `e` goes through the statuses and stays; a digit says which one, and goes on to the next lead. */
function statusShortcuts(inbox: Inbox): Shortcuts {
  const { statuses, position, store } = inbox
  function setAndGoOn(status: (typeof statuses)[number] | null) {
    const target = inbox.target()
    if (!target) return
    const hasSelection = selectedOf(store.get()).length > 0
    inbox.setStatus(status, target)
    if (!hasSelection) position.goTo(position.next)
    else store.clear()
  }
  return {
    e: () => {
      const target = inbox.target()
      const formerId = target?.leads[0]?.status_config_id ?? null
      const former = statuses.findIndex((status) => status.id === formerId)
      const next = statuses[(former + 1) % statuses.length]
      if (target && next) inbox.setStatus(next, target)
    },
    '0': () => setAndGoOn(null),
    ...Object.fromEntries(
      STATUS_KEYS.map((key, index) => [
        key,
        () => {
          const status = statuses[index]
          if (status) setAndGoOn(status)
        },
      ]),
    ),
  }
}

/** What the reading pane does; from the list it opens the lead first, and the pane does it as soon as it shows. */
function paneShortcuts({ position, openId }: Inbox): Shortcuts {
  function ask(name: LeadAction) {
    if (openId === null && position.currentId === null) return
    runLeadAction(name)
    if (openId === null && position.currentId) position.open(position.currentId)
  }
  return {
    '+': () => ask('feedback_positive'),
    '-': () => ask('feedback_negative'),
    r: () => ask('draft_reply'),
    m: () => ask('draft_message'),
  }
}
