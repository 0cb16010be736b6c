import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'
import { startSearches } from './search-commands.ts'

/** Starts searches with a toast; a failure shows the server's words. */
export function useRunSearch(projectId: string) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  async function run(signalIds: readonly string[]) {
    setBusy(true)
    try {
      const started = await startSearches(projectId, signalIds)
      if (started === 0) showToast({ kind: 'info', message: 'A search is already running.' })
    } catch (error) {
      showToast({ kind: 'error', message: `The search could not be started. ${messageOf(error)}` })
    } finally {
      setBusy(false)
      await mutate(keys.searches(projectId))
    }
  }
  return { busy, run }
}
