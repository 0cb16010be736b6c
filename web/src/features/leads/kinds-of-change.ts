import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { markDeleted, markRead, markUndeleted, markUnread, readLead, starLead, updateLeadsStatus } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { callOnce } from '../../lib/call-once.ts'
import type { Change, Undo } from '../../lib/rows/changes.ts'
import { countInWords, idsOf, isOne, targetIds } from '../../lib/rows/target.ts'
import type { StatusBy } from '../../lib/rows/use-list-work.ts'
import type { LeadCache } from './lead-cache.ts'
import type { Target } from './send-bulk.ts'
import { sendBulk } from './send-bulk.ts'

export function readChange(projectId: string, cache: LeadCache, target: Target, read: boolean): Change {
  const word = read ? 'read' : 'unread'
  return {
    ids: targetIds(target),
    show: () => showRead(cache, target.rows, read),
    send: () =>
      sendBulk(projectId, cache, target, (body) =>
        callOnce(read ? markRead : markUnread, { params: { projectId }, body }),
      ),
    done: isOne(target) ? null : `Marked ${countInWords(target, 'lead')} as ${word}`,
    failed: `${subject(target)} could not be marked as ${word}.`,
  }
}

export function openedChange(projectId: string, cache: LeadCache, lead: LeadRow): Change {
  return {
    ids: [lead.id],
    show: () => showRead(cache, [lead], true),
    send: () => call(readLead, { params: { projectId, id: lead.id } }).then(() => null),
    done: null,
    failed: 'The lead could not be marked as read.',
    isUndoable: false,
  }
}

export function deletedChange(projectId: string, cache: LeadCache, target: Target, deleted: boolean): Change {
  /** Only the server knows where restored leads belong in a list that lacked them. */
  let isListStale = false
  async function send(): Promise<Undo | null> {
    const undo = await sendBulk(projectId, cache, target, (body) =>
      callOnce(deleted ? markDeleted : markUndeleted, { params: { projectId }, body }),
    )
    if (!isListStale || !undo) return undo
    cache.refresh()
    return () => undo().finally(() => cache.refresh())
  }
  return {
    ids: targetIds(target),
    show() {
      const { removed, revert } = showDeleted(cache, target.rows, deleted)
      isListStale = !deleted && removed.length < target.rows.length
      return revert
    },
    send,
    done: deleted ? `Deleted ${countInWords(target, 'lead')}` : `Brought ${countInWords(target, 'lead')} back`,
    failed: `${subject(target)} could not be ${deleted ? 'deleted' : 'brought back'}.`,
  }
}

/** Null clears the status. One that is set from a menu shows where it was set. */
export function statusChange(
  projectId: string,
  cache: LeadCache,
  target: Target,
  { status, by }: { status: Status | null; by: StatusBy },
): Change {
  const id = status?.id ?? null
  const what = status ? `to "${status.name}"` : 'to no status'
  return {
    ids: targetIds(target),
    show: () => showStatus(cache, target.rows, id),
    send: () =>
      sendBulk(projectId, cache, target, (body) =>
        callOnce(updateLeadsStatus, { params: { projectId }, body: { ...body, status_config_id: id } }),
      ),
    done: isOne(target) && by === 'menu' ? null : `Set ${countInWords(target, 'lead')} ${what}`,
    isOneOfMany: isOne(target),
    failed: `The status of ${isOne(target) ? 'the lead' : 'the leads'} could not be changed.`,
  }
}

export function starChange(projectId: string, cache: LeadCache, lead: LeadRow, starred: boolean): Change {
  const ids = new Set([lead.id])
  function send(value: boolean) {
    return call(starLead, { params: { projectId, id: lead.id }, body: { starred: value } })
  }
  return {
    ids: [lead.id],
    show() {
      cache.patch(ids, { starred })
      return () => cache.patch(ids, { starred: lead.starred })
    },
    async send() {
      await send(starred)
      return async () => {
        await send(lead.starred)
      }
    },
    done: null,
    failed: `The lead could not be ${starred ? 'starred' : 'unstarred'}.`,
  }
}

/** Reverting gives each lead its former status, unless it has been changed meanwhile. */
function showStatus(cache: LeadCache, leads: readonly LeadRow[], statusId: string | null): () => void {
  const former = new Map(leads.map((lead) => [lead.id, lead.status_config_id]))
  const ids = new Set(former.keys())
  cache.patch(ids, { status_config_id: statusId })
  return () =>
    cache.patch(ids, (lead) =>
      lead.status_config_id === statusId ? { status_config_id: former.get(lead.id) ?? null } : {},
    )
}

function showRead(cache: LeadCache, leads: readonly LeadRow[], read: boolean): () => void {
  const changing = leads.filter((lead) => lead.read !== read)
  const ids = idsOf(changing)
  const unread = changing.filter((lead) => !lead.deleted).length * (read ? -1 : 1)
  cache.patch(ids, { read })
  cache.addUnread(unread)
  return () => {
    cache.patch(ids, { read: !read })
    cache.addUnread(-unread)
  }
}

function showDeleted(cache: LeadCache, leads: readonly LeadRow[], deleted: boolean) {
  const ids = idsOf(leads.filter((lead) => lead.deleted !== deleted))
  const unread = leads.filter((lead) => ids.has(lead.id) && !lead.read).length * (deleted ? -1 : 1)
  const removed = cache.remove(ids)
  cache.patch(ids, { deleted })
  cache.addUnread(unread)
  function revert() {
    cache.restore(removed)
    cache.patch(ids, { deleted: !deleted })
    cache.addUnread(-unread)
  }
  return { removed, revert }
}

function subject(target: Target): string {
  return isOne(target) ? 'The lead' : 'The leads'
}
