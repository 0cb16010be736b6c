import { useSWRConfig } from 'swr'
import { keys } from '../../lib/keys.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { showToast } from '../../ui/toast.tsx'
import { startSearches } from './search-commands.ts'

/** Starts searches with a toast; a failure shows the server's words. */
export function useRunSearch(projectId: string) {
  const { mutate } = useSWRConfig()
  const { busy, run: attempt } = useToastedAttempt()
  async function run(signalIds: readonly string[]) {
    await attempt(async () => {
      const started = await startSearches(projectId, signalIds)
      if (started === 0) showToast({ kind: 'info', message: 'A search is already running.' })
    }, 'The search could not be started.')
    await mutate(keys.searches(projectId))
  }
  return { busy, run }
}
