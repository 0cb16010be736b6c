import type { SignalPreview } from '@leadlight/contract/signals'
import { SEARCH_DAYS_MAX } from '@leadlight/domain/signals'
import { TriangleAlert } from 'lucide-react'
import { useHasCosts } from '../../lib/costs.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DayChart } from './day-chart.tsx'
import { PreviewPosts } from './preview-posts.tsx'
import { SignalForecast } from './signal-forecast.tsx'
import type { SignalAnswers } from './use-answers.ts'
import type { PreviewRequest } from './use-signal-preview.ts'
import { useSignalPreview } from './use-signal-preview.ts'

interface SignalPreviewPanelProps {
  projectId: string
  /** The id of the signal, or of the new one. */
  subject: string
  request: PreviewRequest
  answers: SignalAnswers
  /** Whether the signal is saved, so that answers wait for it to be saved again. */
  isSaved: boolean
}

/**
 * What the signal would have matched among real posts, before anything is spent. Renders nothing without the permission
 * to write signals.
 */
export function SignalPreviewPanel(props: SignalPreviewPanelProps) {
  return useCan('signal.write') && <Panel {...props} />
}

function Panel({ projectId, subject, request, answers, isSaved }: SignalPreviewPanelProps) {
  const state = useSignalPreview(projectId, subject, request)
  const { preview, isLoading, isWaiting, isCancelled, error } = state
  return (
    <Card aria-label="Preview" aria-busy={isLoading || isWaiting} className="overflow-hidden">
      <div className="grid gap-2 border-b px-3.75 py-3.25">
        <div className="flex min-h-6.5 items-center gap-2">
          <h3 className="flex-1 text-s font-semibold text-ink-2">
            What it would have caught, last {formatCount(request.days, 'day')}
          </h3>
          {isLoading && (
            <>
              <Spinner label="Looking through recent posts" className="text-accent" />
              <Button variant="quiet" size="s" onClick={state.cancel}>
                Cancel
              </Button>
            </>
          )}
        </div>
        {request.widenedFrom !== undefined && (
          <p className="text-s text-ink-2">
            Nothing in the last {formatCount(request.widenedFrom, 'day')}, so the period is now{' '}
            {formatCount(request.days, 'day')}.
          </p>
        )}
        {preview ? (
          <div className={classNames('grid gap-2 transition-opacity', state.isStale && 'opacity-50')}>
            <Caught preview={preview} days={request.days} isSaved={isSaved} />
          </div>
        ) : isLoading || isWaiting ? (
          <SkeletonGroup label="Looking through recent posts" className="grid gap-2">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-3 w-3/5" />
          </SkeletonGroup>
        ) : (
          !error &&
          !isCancelled && (
            <p className="text-s text-ink-3">Write a signal and see here which recent posts it would catch.</p>
          )
        )}
        {(error ?? isCancelled) && (
          <div role={error ? 'alert' : undefined} className="grid justify-items-start gap-2 text-s text-ink-2">
            {error ? `The preview could not be made. ${error}` : 'The preview was called off.'}
            <Button size="s" onClick={state.retry}>
              {error ? 'Try again' : 'Preview'}
            </Button>
          </div>
        )}
      </div>
      {preview && <SignalForecast projectId={projectId} request={request} isWaiting={state.isStale} />}
      {preview && (
        <div className={classNames('transition-opacity', state.isStale && 'opacity-50')}>
          <PreviewPosts
            preview={preview}
            answers={answers}
            isSaved={isSaved}
            isStale={state.isStale}
            canWiden={request.days < SEARCH_DAYS_MAX}
          />
          <Troubles preview={preview} />
        </div>
      )}
    </Card>
  )
}

function Caught({ preview, days, isSaved }: { preview: SignalPreview; days: number; isSaved: boolean }) {
  const hasCosts = useHasCosts()
  const { caught, seen } = preview
  const working = preview.channels.filter((channel) => channel.error === null).length
  return (
    <>
      <DayChart perDay={preview.per_day} label={`${formatCount(caught, 'post')} in ${formatCount(days, 'day')}`} />
      <p className="text-s text-ink-3">
        <b className="num font-semibold text-ink">{formatCount(caught, 'post')}</b> from{' '}
        {formatCount(working, 'channel')}, out of {formatCount(seen, 'post')} looked through
        {caught > preview.posts.length && preview.posts.length > 0 && ', best first'}. A search collects more
        {isSaved && ', and counts what you said of its leads'}.{hasCosts && ' Nothing is charged for this.'}
      </p>
      {preview.note && <p className="text-s text-ink-3">{preview.note}</p>}
    </>
  )
}

/** The channels that failed, each with its own message. */
function Troubles({ preview }: { preview: SignalPreview }) {
  const failing = preview.channels.filter((channel) => channel.error !== null)
  if (failing.length === 0) return null
  return (
    <ul className="grid gap-2 border-t bg-bg px-3.75 py-3 text-s text-ink-2">
      {failing.map((channel) => (
        <li key={`${channel.platform} ${channel.display_name}`} className="flex gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">
            <b className="font-semibold">{channel.display_name}:</b> {channel.error}
          </span>
        </li>
      ))}
    </ul>
  )
}
