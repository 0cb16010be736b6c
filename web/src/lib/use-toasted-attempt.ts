import { showToast } from '../ui/toast.tsx'
import { messageOf } from './request-error.ts'
import { useAttempt } from './use-attempt.ts'

/** Runs what a button does: busy meanwhile; a failure is shown in a toast, after a sentence that says what did not happen. */
export function useToastedAttempt() {
  const { busy, run } = useAttempt()
  const runToasted = (work: () => Promise<unknown>, failed = '') =>
    run(() =>
      work().catch((error: unknown) =>
        showToast({ kind: 'error', message: `${failed} ${messageOf(error)}`.trimStart() }),
      ),
    )
  return { busy, run: runToasted }
}
