import type { SignalForecast as Forecast } from '@leadlight/contract/signal-help'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import useSWR from 'swr'
import { forecastSignal } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Score } from '../../ui/score.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { PreviewedPost } from './previewed-post.tsx'
import { toWire } from './use-brief.ts'
import type { PreviewRequest } from './use-signal-preview.ts'

interface SignalForecastProps {
  projectId: string
  request: PreviewRequest
  /** Nothing is asked for while the sentence still changes. */
  isWaiting: boolean
}

/** How many leads a week the signal is likely to bring, what that rests on, and examples on request. */
export function SignalForecast({ projectId, request, isWaiting }: SignalForecastProps) {
  const brief = { intent_signal: request.text.trim(), ...toWire(request.settings), search_days: request.days }
  const forecast = useSWR<Forecast, unknown>(
    isWaiting ? null : keys.signalForecast(projectId, brief),
    () => call(forecastSignal, { params: { projectId }, body: brief }),
    { revalidateIfStale: false },
  )
  return (
    <section aria-label="What to expect" className="grid gap-2 border-b px-3.75 py-3.25 text-s">
      <h4 className="font-semibold text-ink-2">What to expect</h4>
      {forecast.data ? (
        <Expected forecast={forecast.data} />
      ) : forecast.error !== undefined && !forecast.isValidating ? (
        <div role="alert" className="grid justify-items-start gap-2 text-ink-2">
          What to expect could not be worked out. {messageOf(forecast.error)}
          <Button size="s" onClick={() => void forecast.mutate()}>
            Try again
          </Button>
        </div>
      ) : (
        <SkeletonGroup label="Working out what to expect" className="grid gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3 w-full" />
        </SkeletonGroup>
      )}
    </section>
  )
}

function Expected({ forecast }: { forecast: Forecast }) {
  const { sentence, collected, judged, kept, days } = forecast
  return (
    <>
      <p className="num text-m font-medium text-ink">{capitalized(sentence)}</p>
      <p className="text-ink-3">
        {forecast.leads_a_week && 'Four weeks in five are likely to bring that many. '}
        {collected > 0 &&
          `Of ${formatCount(collected, 'post')} that Leadlight holds from the last ${formatCount(days, 'day')}, ` +
            `${formatNumber(judged)} that came near were judged, and ${formatNumber(kept)} would be leads.`}
        {collected === 0 && 'Previews, searches and monitoring collect posts, here and in other projects.'}
      </p>
      {forecast.posts.length > 0 && <Examples posts={forecast.posts} />}
    </>
  )
}

function Examples({ posts }: { posts: Forecast['posts'] }) {
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        className="-ml-2 justify-self-start"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight
          aria-hidden="true"
          className={isOpen ? 'rotate-90 transition-transform' : 'transition-transform'}
        />
        {isOpen ? 'Hide' : 'Show'} {formatCount(posts.length, 'example')}
      </Button>
      {isOpen && (
        <div id={list} className="-mx-3.75 -mb-3.25 border-t">
          {posts.map((post) => (
            <PreviewedPost key={post.url} post={post} now={now}>
              <Score score={post.score} level={post.level} className="h-5" />
            </PreviewedPost>
          ))}
        </div>
      )}
    </>
  )
}

function capitalized(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
