import type { IdentityMerge, IdentityProposal } from '@leadlight/contract/identity'
import useSWR from 'swr'
import { useLocation, useNavigate } from '../../lib/router/use-router.ts'
import {
  acceptIdentity,
  dismissIdentity,
  listIdentityMerges,
  listIdentityProposals,
  mergePeople,
  reopenIdentity,
  unmergePeople,
} from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { showToast } from '../../ui/toast.tsx'
import { personPath } from './prospect-paths.ts'
import { useCarryOut } from './use-carry-out.ts'

/** People who may be the same person. */
export function useProposals(projectId: string, personId: string) {
  return useSWR<IdentityProposal[], unknown>(keys.identityProposals(personId), async () => {
    const { items } = await call(listIdentityProposals, { params: { projectId }, query: { person_id: personId } })
    return items
  })
}

/** People merged into this one. */
export function useMerges(projectId: string, personId: string) {
  return useSWR<IdentityMerge[], unknown>(keys.identityMerges(personId), () =>
    call(listIdentityMerges, { params: { projectId, id: personId } }),
  )
}

/** Merges people or keeps them apart; each can be undone from its toast. */
export function useIdentity(projectId: string) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { isBusy, carryOut } = useCarryOut()

  function takeApart(mergeId: string): Promise<void> {
    return carryOut(async () => {
      await call(unmergePeople, { params: { projectId, id: mergeId } })
      showToast({ kind: 'success', message: 'Made two people of them again' })
    }, 'They could not be taken apart.')
  }
  function showMerged({ merge_id }: { merge_id: string }) {
    showToast({ kind: 'success', message: 'Made one person of both', onUndo: () => void takeApart(merge_id) })
  }
  return {
    /** A change is in progress. */
    isBusy,
    takeApart,
    accept: ({ id }: IdentityProposal, shownId: string) =>
      carryOut(async () => {
        const merged = await call(acceptIdentity, { params: { projectId, id } })
        showMerged(merged)
        // The open page may be the merged person's; the list beside it stays.
        if (merged.person_id === shownId) return
        await navigate({ pathname: personPath(projectId, merged.person_id), search }, { replace: true })
      }, 'They could not be made one person.'),
    dismiss: ({ id }: IdentityProposal) =>
      carryOut(async () => {
        await call(dismissIdentity, { params: { projectId, id } })
        const reopen = () =>
          carryOut(async () => {
            await call(reopenIdentity, { params: { projectId, id } })
          }, 'This could not be undone.')
        showToast({ kind: 'success', message: 'Kept them as two people', onUndo: () => void reopen() })
      }, 'This could not be kept.'),
    /** Calls `onMerged` before the server's state is refetched. */
    merge: (id: string, otherId: string, onMerged: () => void) =>
      carryOut(async () => {
        showMerged(await call(mergePeople, { params: { projectId, id }, body: { other_id: otherId } }))
        onMerged()
      }, 'They could not be made one person.'),
  }
}
