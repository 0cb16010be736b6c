import { hasDirectMessages } from '@leadlight/domain/communities'
import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { Shortcuts } from '../../lib/shortcuts.ts'
import { bufferKeys, dropBufferedKeys } from '../../lib/key-buffer.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { LeadAction } from './lead-actions.ts'
import { runLeadAction, WAIT_MS_MAX } from './lead-actions.ts'
import { listShortcuts } from '../../lib/rows/list-shortcuts.ts'
import { showToast } from '../../ui/toast.tsx'
import type { Inbox } from './use-lead-inbox.ts'

const NO_MESSAGES = 'There are no direct messages where this was posted.'

interface ShortcutContext {
  search: RefObject<HTMLInputElement | null>
  canDelete: boolean
}

/**
 * Binds the shortcuts of the posts screen; `inbox-shortcut-list.ts` lists them. None is the only way to do something.
 */
export function useInboxShortcuts(inbox: Inbox, context: ShortcutContext): void {
  const { changes } = inbox
  // A draft of a list that has gone no longer wants keys.
  useEffect(() => dropBufferedKeys, [])
  useShortcuts({
    ...listShortcuts(inbox, context),
    ...paneShortcuts(inbox),
    s: () => {
      const lead = inbox.current()
      if (lead) void changes.setStarred(lead, !lead.starred)
    },
    u: () => {
      const target = inbox.target()
      if (target) inbox.setRead(!target.rows.some((lead) => lead.read), target)
    },
  })
}

/** The pane's shortcuts. From the list they open the lead first, and the pane acts as soon as it shows. */
function paneShortcuts({ position, current }: Inbox): Shortcuts {
  function ask(name: LeadAction) {
    const id = position.openId ?? position.currentId
    if (id === null) return null
    const isThere = runLeadAction(name, id)
    if (position.openId === null) position.open(id)
    return isThere
  }
  /** Buffers the keys that follow: they are meant for a field that may not be there yet. */
  function write(name: LeadAction) {
    if (ask(name) === false) bufferKeys(WAIT_MS_MAX)
  }
  return {
    '+': () => void ask('feedback_positive'),
    '-': () => void ask('feedback_negative'),
    r: () => write('draft_reply'),
    m: () => {
      const platform = current()?.platform
      if (platform === undefined || hasDirectMessages(platform)) write('draft_message')
      else showToast({ kind: 'info', message: NO_MESSAGES })
    },
  }
}
