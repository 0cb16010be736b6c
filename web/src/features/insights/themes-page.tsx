import type { Themes } from '@leadlight/contract/themes'
import { LENSES, type Lens } from '@leadlight/domain/themes'
import { MessagesSquare, RefreshCw } from 'lucide-react'
import { refreshThemes } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatMoment, formatNumber } from '../../lib/format.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { useParams } from '../../lib/router/use-router.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { InsightStrip } from './insight-strip.tsx'
import { ThemeCard } from './theme-card.tsx'
import { useThemes } from './use-themes.ts'

const LENS_NAMES: Record<Lens, string> = { asks: 'Asks', pains: 'Pains', money: 'Money', switches: 'Switches' }

/** What several posts of a project's channels are about, through the chosen lens. */
export function ThemesPage() {
  usePageTitle('Themes')
  const { projectId = '' } = useParams()
  const [address, setAddress] = useSearchParams()
  const lens = LENSES.find((one) => one === address.get('lens')) ?? null
  const { data, error, isLoading, isValidating, mutate } = useThemes(projectId, lens)
  const canRefresh = useCan('signal.write')
  const attempt = useToastedAttempt()
  const isRunning = data?.is_running === true
  const refresh = () =>
    attempt.run(async () => {
      await call(refreshThemes, { params: { projectId } })
      await mutate()
    }, 'The themes are not being found.')
  return (
    <Page
      title="Themes"
      subtitle="What several people on your channels write about, found anew each week"
      actions={
        canRefresh && (
          <Button busy={attempt.busy || isRunning} onClick={() => void refresh()}>
            {!attempt.busy && !isRunning && <RefreshCw aria-hidden="true" />}
            {isRunning ? 'Finding themes' : 'Find themes now'}
          </Button>
        )
      }
    >
      <InsightStrip projectId={projectId} />
      {data === undefined ? (
        error ? (
          <ErrorState title="The themes could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
            {messageOf(error)}
          </ErrorState>
        ) : (
          <SkeletonGroup label="Loading themes" className="grid gap-4">
            <Skeleton className="h-40 w-full" />
            <Skeleton className="h-40 w-full" />
          </SkeletonGroup>
        )
      ) : (
        <>
          <Lenses chosen={lens} onChoose={(one) => setAddress(one ? { lens: one } : {}, { replace: true })} />
          {error !== undefined && error !== null && (
            <Notice tone="warning">This may be out of date: {messageOf(error)}</Notice>
          )}
          <div aria-busy={isLoading || undefined} className={classNames('grid gap-4', isLoading && 'opacity-60')}>
            <Found themes={data} projectId={projectId} lens={lens} />
          </div>
        </>
      )}
    </Page>
  )
}

function Lenses({ chosen, onChoose }: { chosen: Lens | null; onChoose: (lens: Lens | null) => void }) {
  return (
    <fieldset aria-label="Lens" className="flex flex-wrap justify-self-start rounded-control border p-0.5">
      {[null, ...LENSES].map((lens) => (
        <Button
          key={lens ?? 'all'}
          size="s"
          variant="quiet"
          aria-pressed={lens === chosen}
          className="h-5.5 aria-pressed:bg-selected aria-pressed:text-ink"
          onClick={() => onChoose(lens)}
        >
          {lens === null ? 'All' : LENS_NAMES[lens]}
        </Button>
      ))}
    </fieldset>
  )
}

function Found({ themes: found, projectId, lens }: { themes: Themes; projectId: string; lens: Lens | null }) {
  const { themes, made_at, posts } = found
  if (themes.length === 0 || made_at === null) {
    return (
      <EmptyState icon={<MessagesSquare aria-hidden="true" />} title={emptyTitle(found, lens)}>
        {emptyText(found, lens)}
      </EmptyState>
    )
  }
  return (
    <>
      <p className="text-s text-ink-3">
        {formatCount(themes.length, 'theme')} among {formatCount(posts, 'post')} of four weeks, found{' '}
        <time dateTime={made_at}>{formatMoment(made_at)}</time>. The same words said twice count once.
      </p>
      <ol aria-label="Themes" className="grid gap-4">
        {themes.map((theme) => (
          <li key={theme.id}>
            <ThemeCard theme={theme} projectId={projectId} />
          </li>
        ))}
      </ol>
    </>
  )
}

function emptyTitle({ made_at, is_running }: Themes, lens: Lens | null): string {
  if (made_at === null) return is_running ? 'Themes are being found' : 'No themes have been found yet'
  return lens === null ? 'No themes in the last four weeks' : 'No theme is seen through this lens'
}

function emptyText({ made_at, posts, posts_min }: Themes, lens: Lens | null): string {
  if (made_at === null) {
    return 'They are found once a week among what your channels bring: the posts your signals judge, and all that is posted where you listen.'
  }
  if (posts < posts_min) {
    return `Your channels brought ${formatCount(posts, 'post')} in four weeks. With ${formatNumber(posts_min)} or more, what several of them are about can be told from chance.`
  }
  if (lens !== null) return 'At least three posts of a theme must show it. Look at all themes instead.'
  return `No five of your ${formatNumber(posts)} posts are about one thing.`
}
