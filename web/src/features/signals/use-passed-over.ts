import type { PassedOverList, PassedOverReason } from '@leadlight/contract/passed-over'
import useSWR from 'swr'
import { explainPassedOver, listPassedOver } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** What the project's signals passed over, found by words or an address. */
export function usePassedOver(projectId: string, { text, signalId }: { text: string; signalId: string }) {
  const query = {
    ...(text === '' ? {} : { search_text: text }),
    ...(signalId === '' ? {} : { intent_signal: signalId }),
  }
  const read = () => call(listPassedOver, { params: { projectId }, query })
  const { data, error, isValidating, isLoading, mutate } = useSWR<PassedOverList, unknown>(
    keys.passedOver(projectId, query),
    read,
    { keepPreviousData: true },
  )
  // What was found by other words stays while these are looked for, and not where that fails.
  return { data: error === undefined ? data : undefined, error, isValidating, isLoading, reload: () => void mutate() }
}

/** Why a signal passed a post over. */
export function usePassedOverReason(projectId: string, { signalId, postId }: { signalId: string; postId: string }) {
  const params = { projectId, id: signalId, postId }
  return useSWR<PassedOverReason, unknown>(keys.passedOverReason(signalId, postId), () =>
    call(explainPassedOver, { params }),
  )
}
