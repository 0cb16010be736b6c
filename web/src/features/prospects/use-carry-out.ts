import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { runOwnChange } from '../../lib/own-changes.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'

/** Carries out changes of identity and employment, one at a time; `isBusy` is true meanwhile. */
export function useCarryOut() {
  const { mutate } = useSWRConfig()
  const [isBusy, setBusy] = useState(false)
  const refetch = () =>
    mutate((key) => Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith('prospects-'))

  /** A failure shows a toast; the server's state is refetched either way. */
  async function carryOut(work: () => Promise<void>, failed: string): Promise<void> {
    setBusy(true)
    try {
      await runOwnChange(work)
    } catch (error) {
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
    }
    await refetch()
    setBusy(false)
  }
  return { isBusy, carryOut }
}
