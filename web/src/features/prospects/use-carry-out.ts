import { useSWRConfig } from 'swr'
import { runOwnChange } from '../../lib/own-changes.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'

/** Carries out changes of identity and employment, one at a time; `isBusy` is true meanwhile. */
export function useCarryOut() {
  const { mutate } = useSWRConfig()
  const { busy: isBusy, run } = useToastedAttempt()
  const refetch = () =>
    mutate((key) => Array.isArray(key) && typeof key[0] === 'string' && key[0].startsWith('prospects-'))

  /** A failure shows a toast; the server's state is refetched either way. */
  const carryOut = (work: () => Promise<void>, failed: string): Promise<void> =>
    run(() => runOwnChange(work).finally(refetch), failed)
  return { isBusy, carryOut }
}
