import { Radio } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { describeReach, type Reach } from './describe-reach.ts'
import { useSourceChannels, useSources } from './use-sources.ts'

const SourceChoice = lazy(async () => ({ default: (await import('./source-choice.tsx')).SourceChoice }))

/**
 * Says in a line what searches cover and what is off, with the switches one press away. Renders nothing without the
 * permission to read sources.
 */
export function SearchReach({ projectId }: { projectId: string }) {
  return useCan('source.read') && <ReachCard projectId={projectId} />
}

function ReachCard({ projectId }: { projectId: string }) {
  const sources = useSources(projectId)
  const channels = useSourceChannels(projectId)
  const canWrite = useCan('source.write')
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const hasFailed = [sources, channels].some(({ data, error }) => !data && error !== undefined)
  if (!hasFailed && (!sources.data || !channels.data)) return <Skeleton className="h-11.5" />
  const reach = sources.data && channels.data && describeReach(sources.data, channels.data)
  return (
    <Card aria-label="Sources" className="grid gap-3 px-3.75 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Radio aria-hidden="true" className="size-4 shrink-0 text-ink-3 max-sm:hidden" />
        <p className="min-w-0 flex-1 basis-60 wrap-anywhere text-ink-2">
          {reach ? <Sentence reach={reach} /> : 'What searches cover could not be loaded.'}
        </p>
        {!reach ? (
          <Button
            size="s"
            busy={sources.isValidating || channels.isValidating}
            onClick={() => void Promise.all([sources.mutate(), channels.mutate()])}
          >
            Try again
          </Button>
        ) : (
          canWrite && (
            <Button
              size="s"
              aria-expanded={isOpen}
              aria-controls={isOpen ? panel : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Done' : actionOf(reach)}
            </Button>
          )
        )}
      </div>
      {isOpen && sources.data && (
        <div id={panel} className="border-t pt-3">
          <Suspense
            fallback={
              <SkeletonGroup label="Loading the sources">
                <Skeleton className="h-40" />
              </SkeletonGroup>
            }
          >
            <SourceChoice projectId={projectId} sources={sources.data} />
          </Suspense>
        </div>
      )}
    </Card>
  )
}

function Sentence({ reach: { searched, off, waiting } }: { reach: Reach }) {
  return (
    <>
      {searched === '' ? (
        <b className="font-medium text-bad">Searches cover nothing yet.</b>
      ) : (
        <>
          Searches cover <b className="font-medium text-ink">{searched}</b>.
        </>
      )}
      {off !== '' && (
        <>
          {' '}
          <b className="font-medium text-ink">{off}.</b>
        </>
      )}
      {waiting !== '' && ` ${waiting}.`}
    </>
  )
}

function actionOf({ offCount }: Reach): string {
  if (offCount === 0) return 'Change'
  return offCount === 1 ? 'Turn it on' : 'Turn them on'
}
