import type { LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { useMemo } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import type { LeadChanges, Target } from './lead-changes.ts'
import type { LeadFilters } from './lead-filters.ts'
import type { ListStore } from './list-store.ts'
import { currentOf, selectedOf } from './list-store.ts'
import type { usePosition } from './use-position.ts'

interface Workplace {
  store: ListStore
  filters: LeadFilters
  changes: LeadChanges
  position: ReturnType<typeof usePosition>
  /** The open lead, which need not be in the list. */
  openRow: LeadRow | null
}

/** What can be done to the leads that are meant: those selected, or else the one that is open or focused. */
export function useInboxWork({ store, filters, changes, position, openRow }: Workplace) {
  /** The lead one stands at. */
  const current = useStable((): LeadRow | null => currentOf(store.get()) ?? openRow)
  /** The selected leads, or else the one that is open or focused. */
  const target = useStable((): Target | null => {
    const state = store.get()
    const leads = selectedOf(state)
    if (state.selection.isAll && state.loaded) {
      const { total: count, isTotalCapped: isCapped } = state.loaded
      return { leads, allOf: { filters, count, isCapped } }
    }
    if (leads.length > 0) return { leads }
    const one = current()
    return one && { leads: [one] }
  })
  const setRead = useStable((read: boolean, meant: Target | null = target()) => {
    if (!meant) return
    void changes.setRead(meant, read)
    store.clear()
  })
  const setStatus = useStable((status: Status | null, meant: Target | null = target()) => {
    if (!meant) return
    void changes.setStatus(meant, status)
    if (meant.leads.length !== 1 || meant.allOf) store.clear()
  })
  const setDeleted = useStable((deleted: boolean, meant: Target | null = target()) => {
    if (!meant) return
    const { next, previous, openId, currentId, index } = position
    const isOpenMeant = openId !== null && meant.leads.some((lead) => lead.id === openId)
    const isCurrentMeant = meant.leads[0]?.id === currentId
    void changes.setDeleted(meant, deleted)
    store.clear()
    const stays = (lead: LeadRow | undefined) => (lead && !meant.leads.some((one) => one.id === lead.id) ? lead : null)
    const to = stays(next) ?? stays(previous)
    // A lead that the list leaves out has no next one: it stays open, and says how it stands now.
    if (isOpenMeant && index < 0) return
    if (isOpenMeant) {
      if (to) position.open(to.id)
      else position.close({ replace: true })
    } else if (isCurrentMeant && to) position.goTo(to)
  })
  return useMemo(
    () => ({ current, target, setRead, setStatus, setDeleted }),
    [current, target, setRead, setStatus, setDeleted],
  )
}
