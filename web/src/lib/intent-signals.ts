import type { IntentSignal } from '@leadlight/contract/signals'
import useSWR from 'swr'
import { listIntentSignals } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'
import { logAndRethrow } from './log-and-rethrow.ts'
import { readLater } from './read-later.ts'

/** The project's intent signals, oldest first. A failed load is logged and shows no message. */
export function useIntentSignals(projectId: string | null | undefined) {
  return useSWR<IntentSignal[], unknown>(
    projectId ? keys.intentSignals(projectId) : null,
    ([, id]: readonly [string, string]) =>
      logAndRethrow(
        'The intent signals could not be loaded',
        readLater(() => call(listIntentSignals, { params: { projectId: id } })),
      ),
  )
}
