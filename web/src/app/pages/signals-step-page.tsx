import { useParams } from '../../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { startSearches } from '../../features/searches/search-commands.ts'
import { SignalEditor } from '../../features/signals/signal-editor.tsx'
import { useSaves } from '../../features/signals/use-save-before-leaving.ts'
import { useReach } from '../../features/sources/use-reach.ts'
import { SearchReach } from '../../features/sources/search-reach.tsx'
import { SignalsStep } from '../../features/wizard/signals-step.tsx'
import { WizardSkeleton } from '../../features/wizard/wizard-skeleton.tsx'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { keys } from '../../lib/keys.ts'
import { ErrorState } from '../../ui/error-state.tsx'

/** Step 4: the project's signals, and the start of their searches. Also reached from the posts. */
export function SignalsStepPage() {
  const { projectId = '' } = useParams()
  const { data: signals, error, isValidating, mutate } = useIntentSignals(projectId)
  const { mutate: mutateKey } = useSWRConfig()
  const saves = useSaves()
  const reach = useReach(projectId)

  async function start() {
    const latest = (await mutate()) ?? []
    if (latest.length === 0) throw new Error('Write at least one signal first.')
    const unsearched = latest.filter((signal) => signal.last_search === null)
    try {
      await startSearches(
        projectId,
        unsearched.map((signal) => signal.id),
      )
    } finally {
      void mutateKey(keys.searches(projectId))
    }
  }
  return (
    <SignalsStep projectId={projectId} onSave={saves.saveAll} onStart={start} hasSignals={(signals ?? []).length > 0}>
      <SearchReach projectId={projectId} />
      {signals ? (
        <SignalEditor key={projectId} projectId={projectId} signals={signals} reach={reach} saveBeforeLeaving={saves} />
      ) : error ? (
        <ErrorState title="The signals could not be loaded" onRetry={() => void mutate()} retrying={isValidating} />
      ) : (
        <WizardSkeleton />
      )}
    </SignalsStep>
  )
}
