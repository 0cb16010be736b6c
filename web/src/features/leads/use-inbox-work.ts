import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { useNavigate } from 'react-router'
import type { LeadChanges, Target } from './lead-changes.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { ListStore } from './list-store.ts'
import { currentOf, selectedOf } from './list-store.ts'
import type { usePosition } from './use-inbox.ts'

interface Workplace {
  store: ListStore
  filters: LeadFilters
  changes: LeadChanges
  position: ReturnType<typeof usePosition>
  openId: string | null
  /** The open lead, which need not be in the list. */
  openRow: LeadRow | null
  listPath: string
}

/** What can be done to the leads that are meant: those selected, or else the one that is open or focused. */
export function useInboxWork({ store, filters, changes, position, openId, openRow, listPath }: Workplace) {
  const navigate = useNavigate()

  /** The lead one stands at. */
  function current(): LeadRow | null {
    return currentOf(store.get()) ?? openRow
  }
  /** The selected leads, or else the one that is open or focused. */
  function target(): Target | null {
    const state = store.get()
    const leads = selectedOf(state)
    if (state.selection.isAll && state.loaded) {
      const { total: count, isTotalCapped: isCapped } = state.loaded
      return { leads, allOf: { filters, count, isCapped } }
    }
    if (leads.length > 0) return { leads }
    const one = current()
    return one && { leads: [one] }
  }
  function setRead(read: boolean, meant = target()) {
    if (!meant) return
    void changes.setRead(meant, read)
    store.clear()
  }
  function setStatus(status: Status | null, meant = target()) {
    if (!meant) return
    void changes.setStatus(meant, status)
    if (meant.leads.length !== 1 || meant.allOf) store.clear()
  }
  function setDeleted(deleted: boolean, meant = target()) {
    if (!meant) return
    const isOpenMeant = openId !== null && meant.leads.some((lead) => lead.id === openId)
    const isCurrentMeant = meant.leads[0]?.id === position.currentId
    const { next, previous } = position
    void changes.setDeleted(meant, deleted)
    store.clear()
    const stays = (lead: LeadRow | undefined) => (lead && !meant.leads.some((one) => one.id === lead.id) ? lead : null)
    const to = stays(next) ?? stays(previous)
    if (isOpenMeant) {
      if (to) position.open(to.id)
      else void navigate(listPath, { replace: true })
    } else if (isCurrentMeant && to) position.goTo(to)
  }
  return { current, target, setRead, setStatus, setDeleted }
}
