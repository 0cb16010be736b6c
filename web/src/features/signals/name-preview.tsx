import type { NamePreview } from '@leadlight/contract/watched-names'
import { useState } from 'react'
import useSWR from 'swr'
import { previewNames } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { DayChart } from './day-chart.tsx'
import { namesProblem } from './name-changes.ts'
import { PreviewedPost } from './previewed-post.tsx'

const DAYS = 30
const TYPING_PAUSE_MS = 800

/** The posts of the last 30 days that have the names. Renders nothing without the permission to write signals. */
export function NamePreviewPanel(props: { projectId: string; names: string }) {
  return useCan('signal.write') && <Panel {...props} />
}

function Panel({ projectId, names }: { projectId: string; names: string }) {
  const asked = useDebouncedValue(names.trim(), TYPING_PAUSE_MS)
  const isReadable = asked !== '' && namesProblem(asked) === null
  const [attempt, setAttempt] = useState(0)
  const { data, error, isLoading } = useSWR<NamePreview, unknown>(
    isReadable ? ['name-preview', projectId, asked, attempt] : null,
    () => call(previewNames, { params: { projectId }, body: { names: asked, search_days: DAYS } }),
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  const now = useNow()
  return (
    <Card aria-label="Posts that have the names" aria-busy={isLoading} className="overflow-hidden">
      <div className="grid gap-2 border-b px-3.75 py-3.25">
        <h3 className="min-h-6.5 text-s font-semibold text-ink-2">Who named it in the last {DAYS} days</h3>
        {!isReadable && <p className="text-s text-ink-3">Write a name and see here which recent posts have it.</p>}
        {isLoading && (
          <SkeletonGroup label="Looking through recent posts" className="grid gap-2">
            <Skeleton className="h-11 w-full" />
            <Skeleton className="h-3 w-3/5" />
          </SkeletonGroup>
        )}
        {isReadable && error !== undefined && (
          <div role="alert" className="grid justify-items-start gap-2 text-s text-ink-2">
            The preview could not be made. {messageOf(error)}
            <Button size="s" onClick={() => setAttempt((before) => before + 1)}>
              Try again
            </Button>
          </div>
        )}
        {data && (
          <>
            <DayChart perDay={data.per_day} label={`${formatCount(data.matched, 'post')} in ${DAYS} days`} />
            <p className="text-s text-ink-3">
              <b className="num font-semibold text-ink">{formatCount(data.matched, 'post')}</b> out of{' '}
              {formatCount(data.seen, 'post')} looked through
              {data.matched > data.posts.length && ', the newest first'}. Watching a name is free.
            </p>
          </>
        )}
      </div>
      {data?.posts.length === 0 && (
        <p className="px-3.75 py-4 text-s text-ink-2">Nobody so far. It is watched for all the same.</p>
      )}
      {data?.posts.map((post) => (
        <PreviewedPost key={post.post_id} post={post} now={now}>
          {null}
        </PreviewedPost>
      ))}
    </Card>
  )
}
