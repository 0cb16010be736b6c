import { useState } from 'react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { LeadRow } from '@leadlight/contract/leads'
import type { Target } from './lead-changes.ts'
import type { FeedHandle } from './lead-feed.tsx'
import { useArrivals } from './use-arrivals.ts'
import { useFilters, useLeadLinks, useOpenLead, usePosition } from './use-inbox.ts'
import { useLeadChanges } from './use-lead-changes.ts'
import { useLeads } from './use-leads.ts'
import { useSelection } from './use-selection.ts'

export type Inbox = ReturnType<typeof useLeadInbox>

/** Everything the posts screen knows and can do: list, filters, position, selection, changes, arrivals. */
export function useLeadInbox(projectId: string, openId: string | null, feed: RefObject<FeedHandle | null>) {
  const navigate = useNavigate()
  const filters = useFilters()
  const links = useLeadLinks(projectId, filters.name)
  const list = useLeads(projectId, filters.query)
  const changes = useLeadChanges(projectId, filters.query)
  const selection = useSelection(list.loaded, filters.name)
  const position = usePosition({ loaded: list.loaded, openId, linkTo: links.lead, feed })
  const arrivals = useArrivals(projectId, filters.query, list.loaded, list.reload)
  const open = useOpenLead(projectId, openId, list, changes)
  const [isSelectMode, setSelectMode] = useState(false)

  const { selected, isAll } = selection
  const current = list.loaded?.items.find((lead) => lead.id === position.currentId) ?? open.row ?? undefined

  /** The selected leads, or else the one that is open or focused. */
  function target(): Target | null {
    if (isAll) return { leads: selected, allOf: { filters: filters.filters, count: list.loaded?.total ?? 0 } }
    if (selected.length > 0) return { leads: selected }
    return current ? { leads: [current] } : null
  }
  function leave() {
    selection.clear()
    setSelectMode(false)
  }
  function setRead(read: boolean, meant = target()) {
    if (!meant) return
    void changes.setRead(meant, read)
    leave()
  }
  function setDeleted(deleted: boolean, meant = target()) {
    if (!meant) return
    const isOpenMeant = openId !== null && meant.leads.some((lead) => lead.id === openId)
    void changes.setDeleted(meant, deleted)
    leave()
    if (isOpenMeant) goOn(meant.leads)
    else if (position.next && meant.leads[0]?.id === position.currentId) position.goTo(position.next)
  }
  /** To the nearest lead that stays, or else back to the list. */
  function goOn(gone: readonly LeadRow[]) {
    const stays = (lead: LeadRow | undefined) => (lead && !gone.some((one) => one.id === lead.id) ? lead : null)
    const to = stays(position.next) ?? stays(position.previous)
    void navigate(to ? links.lead(to.id) : links.list, { replace: true })
  }
  return {
    projectId,
    openId,
    filters,
    links,
    list,
    changes,
    selection,
    position,
    arrivals,
    open,
    current,
    isSelectMode,
    setSelectMode,
    leave,
    setRead,
    setDeleted,
  }
}
