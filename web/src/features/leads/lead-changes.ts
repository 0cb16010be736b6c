import type { BulkResult, BulkSelection, LeadRow } from '@leadlight/contract/leads'
import { LEADS_NAMED_MAX } from '@leadlight/domain/leads'
import { call } from '../../lib/api.ts'
import { markDeleted, markRead, markUndeleted, markUnread, readLead, starLead, undoLeads } from '../../lib/calls.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'
import type { LeadCache } from './lead-cache.ts'
import type { LeadFilters } from './lead-filters.ts'
import { bulkFilter } from './lead-filters.ts'

/** Which leads a change means: those named, or all that pass the filters (`leads` are then those that are loaded). */
export interface Target {
  leads: readonly LeadRow[]
  allOf?: { filters: LeadFilters; count: number }
}

export type Undo = () => Promise<void>

/** A change as it is carried out: shown at once, sent, and taken back where sending fails. */
export interface Change {
  /** Shows the change; answers how to take it back. */
  show: () => () => void
  /** Sends it; answers how to undo it on the server, null where nothing changed. */
  send: () => Promise<Undo | null>
  /** What the toast says once it is done; none for changes that are seen where they were made. */
  done: string | null
  /** What the toast says where it was not. */
  failed: string
}

/** All that can be done to leads from the list and the reading pane. Each shows at once and is taken back if it fails. */
export interface LeadChanges {
  setRead: (target: Target, read: boolean) => Promise<void>
  setDeleted: (target: Target, deleted: boolean) => Promise<void>
  setStarred: (lead: LeadRow, starred: boolean) => Promise<void>
  /** Marks a lead as read because it was opened: no toast, nothing to undo. */
  markOpened: (lead: LeadRow) => Promise<void>
  /** Any other change, carried out and undone like these. */
  carryOut: (change: Change) => Promise<void>
  /** Undoes the latest change that has not been undone; answers whether there was one. */
  undoLatest: () => boolean
}

/** `undoable` collects what can be undone, the latest last. */
export function createLeadChanges(projectId: string, cache: LeadCache, undoable: (() => void)[]): LeadChanges {
  async function carryOut({ show, send, done, failed }: Change): Promise<void> {
    const takeBack = show()
    try {
      const undo = await send()
      const undoOnce = undo ? once(() => void undoShown(takeBack, undo)) : null
      if (undoOnce) undoable.push(undoOnce)
      if (done) showToast({ kind: 'success', message: done, ...(undoOnce ? { onUndo: undoOnce } : {}) })
    } catch (error) {
      takeBack()
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
    }
  }

  async function undoShown(takeBack: () => void, undo: Undo): Promise<void> {
    takeBack()
    try {
      await undo()
    } catch (error) {
      cache.refresh()
      showToast({ kind: 'error', message: `This could not be undone. ${messageOf(error)}` })
    }
  }

  /** A job that runs once and is then forgotten as the latest. */
  function once(work: () => void): () => void {
    function run() {
      const index = undoable.indexOf(run)
      if (index < 0) return
      undoable.splice(index, 1)
      work()
    }
    return run
  }

  return {
    carryOut,
    setRead: (target, read) => carryOut(readChange(projectId, cache, target, read)),
    setDeleted: (target, deleted) => carryOut(deletedChange(projectId, cache, target, deleted)),
    setStarred: (lead, starred) => carryOut(starChange(projectId, cache, lead, starred)),
    markOpened: (lead) =>
      carryOut({
        show: () => showRead(cache, [lead], true),
        send: () => call(readLead, { params: { projectId, id: lead.id } }).then(() => null),
        done: null,
        failed: 'The lead could not be marked as read.',
      }),
    undoLatest() {
      const latest = undoable.at(-1)
      latest?.()
      return latest !== undefined
    },
  }
}

function readChange(projectId: string, cache: LeadCache, target: Target, read: boolean): Change {
  const word = read ? 'read' : 'unread'
  const count = target.allOf?.count ?? target.leads.length
  return {
    show: () => showRead(cache, target.leads, read),
    send: () => sendBulk(projectId, cache, target, read ? markRead : markUnread),
    done: count === 1 ? null : `Marked ${formatCount(count, 'lead')} as ${word}`,
    failed: `${count === 1 ? 'The lead' : 'The leads'} could not be marked as ${word}.`,
  }
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

function deletedChange(projectId: string, cache: LeadCache, target: Target, deleted: boolean): Change {
  const count = target.allOf?.count ?? target.leads.length
  return {
    show: () => showDeleted(cache, target.leads, deleted),
    send: () => sendBulk(projectId, cache, target, deleted ? markDeleted : markUndeleted),
    done: deleted ? `Deleted ${formatCount(count, 'lead')}` : `Brought ${formatCount(count, 'lead')} back`,
    failed: `${count === 1 ? 'The lead' : 'The leads'} could not be ${deleted ? 'deleted' : 'brought back'}.`,
  }
}

function showDeleted(cache: LeadCache, leads: readonly LeadRow[], deleted: boolean): () => void {
  const ids = idsOf(leads.filter((lead) => lead.deleted !== deleted))
  const unread = leads.filter((lead) => ids.has(lead.id) && !lead.read).length * (deleted ? -1 : 1)
  const removed = cache.remove(ids)
  cache.patch(ids, { deleted })
  cache.addUnread(unread)
  return () => {
    cache.restore(removed)
    cache.patch(ids, { deleted: !deleted })
    cache.addUnread(-unread)
  }
}

function starChange(projectId: string, cache: LeadCache, lead: LeadRow, starred: boolean): Change {
  function show(value: boolean) {
    cache.patch(new Set([lead.id]), { starred: value })
  }
  function send(value: boolean) {
    return call(starLead, { params: { projectId, id: lead.id }, body: { starred: value } })
  }
  return {
    show() {
      show(starred)
      return () => show(lead.starred)
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

type BulkCall = typeof markRead

async function sendBulk(projectId: string, cache: LeadCache, target: Target, bulkCall: BulkCall): Promise<Undo | null> {
  const results: BulkResult[] = []
  try {
    for (const body of selections(target)) results.push(await call(bulkCall, { params: { projectId }, body }))
  } finally {
    // What is not loaded, or was changed before a later call failed, is known to the server alone.
    if (target.allOf || target.leads.length > LEADS_NAMED_MAX) cache.refresh()
  }
  const tokens = results.flatMap((result) => result.undo_token ?? [])
  if (tokens.length === 0) return null
  return async () => {
    for (const token of tokens.toReversed()) {
      await call(undoLeads, { params: { projectId }, body: { undo_token: token } })
    }
    if (target.allOf) cache.refresh()
  }
}

/** What a bulk call is sent: the filter, or the ids in as many calls as the contract's limit asks for. */
function* selections(target: Target): Generator<BulkSelection> {
  if (target.allOf) {
    yield { filter: bulkFilter(target.allOf.filters) }
    return
  }
  const ids = target.leads.map((lead) => lead.id)
  for (let at = 0; at < ids.length; at += LEADS_NAMED_MAX) yield { lead_ids: ids.slice(at, at + LEADS_NAMED_MAX) }
}

function idsOf(leads: readonly LeadRow[]): ReadonlySet<string> {
  return new Set(leads.map((lead) => lead.id))
}
