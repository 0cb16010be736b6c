import type { Theme } from '@leadlight/contract/themes'
import { ArrowDown, ArrowRight, ArrowUp, Radar } from 'lucide-react'
import { useId } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatDate, formatNumber } from '../../lib/format.ts'
import { draftNewSignal, newSignalPath } from '../../lib/new-signal.ts'
import { useNavigate } from '../../lib/router/use-router.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { showToast } from '../../ui/toast.tsx'

/** One theme: its name, how many posts it has and had, where they were written, and what they say. */
export function ThemeCard({ theme, projectId }: { theme: Theme; projectId: string }) {
  const id = useId()
  const canWrite = useCan('signal.write')
  const navigate = useNavigate()
  function makeSignal() {
    const putBack = draftNewSignal(projectId, theme.name)
    if (putBack) {
      const onUndo = () => {
        putBack()
        void navigate(`/projects/${projectId}/insights/themes`)
      }
      showToast({ kind: 'info', message: 'This took the place of the new signal that you had begun.', onUndo })
    }
    void navigate(newSignalPath(projectId))
  }
  return (
    <Card aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-5">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 flex-1 basis-60 text-l font-semibold wrap-anywhere">
          “{theme.name}”
        </h2>
        <Trend weeks={theme.weeks} />
      </header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-ink-3">
        {theme.is_unanswered && (
          <span className="rounded-full bg-accent-soft px-2 py-px font-semibold text-accent">Nobody answers this</span>
        )}
        {theme.replies.known > 0 && (
          <span>
            {formatNumber(theme.replies.none)} of {formatNumber(theme.replies.known)} without a reply
          </span>
        )}
        <span className="min-w-0 wrap-anywhere">
          {theme.sources.map(({ name, posts }) => `${name} (${formatNumber(posts)})`).join(', ')}
        </span>
        <span>
          since <time dateTime={theme.since}>{formatDate(theme.since)}</time>
        </span>
      </p>
      <ul aria-label="Quotes" className="grid gap-1.5">
        {theme.quotes.map((quote) => (
          <li key={`${quote.url} ${quote.text}`} className="min-w-0 border-l-2 border-line-strong pl-3">
            <q className="wrap-anywhere text-ink-2">{quote.text}</q>{' '}
            <a
              className="link text-s wrap-anywhere"
              href={quote.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {quote.source}, {formatDate(quote.posted_at)}
            </a>
          </li>
        ))}
      </ul>
      {canWrite && (
        <div>
          <Button size="s" aria-describedby={id} onClick={makeSignal}>
            <Radar aria-hidden="true" />
            Make a signal of this
          </Button>
        </div>
      )}
    </Card>
  )
}

/** This week's posts beside the mean of the weeks before, in words and as bars. */
function Trend({ weeks }: { weeks: readonly number[] }) {
  const latest = weeks.at(-1) ?? 0
  const before = weeks.slice(0, -1)
  const usual = before.reduce((sum, one) => sum + one, 0) / Math.max(1, before.length)
  const Arrow = latest > usual ? ArrowUp : latest < usual ? ArrowDown : ArrowRight
  return (
    <div className="flex items-end gap-3">
      <p className="text-s text-ink-3">
        <b className="num text-l font-semibold text-ink">{formatCount(latest, 'post')}</b> this week{' '}
        <span className="inline-flex items-center gap-0.5 whitespace-nowrap">
          <Arrow aria-hidden="true" className="size-3.5" />
          {formatNumber(Math.round(usual * 10) / 10)} a week before
        </span>
      </p>
      <Sparkline values={weeks} label={`Posts by week: ${weeks.join(', ')}`} className="h-8 w-16" />
    </div>
  )
}
