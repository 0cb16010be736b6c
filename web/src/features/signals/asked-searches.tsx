import type { AskedSearches } from '@leadlight/contract/asked-searches'
import { hasRoomFor } from '@leadlight/domain/search-edits'
import { isOpen } from '@leadlight/domain/signals'
import { PLAN_SEARCHES_MAX, type PlanEdits } from '@leadlight/domain/signal-plans'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AskedOfChannel } from './asked-of-channel.tsx'
import { useAskedSearches } from './use-asked-searches.ts'

interface AskedSearchesProps {
  projectId: string
  signalId: string
  /** The signal's last search of any kind. */
  searchId: string
  edits: PlanEdits
  disabled: boolean
  onChange: (edits: PlanEdits) => void
}

/** What the last search asked each platform and what that brought, each with a wish to ask it always or never. */
export function AskedInLastSearch(props: AskedSearchesProps) {
  const { projectId, signalId, searchId } = props
  const { data, error, mutate } = useAskedSearches({ projectId, id: signalId }, searchId)
  return (
    <section aria-label="Asked in the last search" className="grid min-w-0 gap-2">
      <p className="text-s font-medium text-ink-2">Asked in the last search</p>
      {error !== undefined && !data && (
        <p role="alert" className="text-s text-ink-2">
          What was asked could not be loaded. {messageOf(error)}{' '}
          <button type="button" className="link" onClick={() => void mutate()}>
            Try again
          </button>
        </p>
      )}
      {data === undefined && error === undefined && (
        <SkeletonGroup label="Loading what was asked" className="grid gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
        </SkeletonGroup>
      )}
      {data === null && <p className="text-s text-ink-3">No platform was asked for this signal yet.</p>}
      {data && <Asked {...props} asked={data} />}
    </section>
  )
}

function Asked({ asked, edits, disabled, onChange }: AskedSearchesProps & { asked: AskedSearches }) {
  const { held, channels } = asked
  return (
    <>
      <p className="num text-s text-ink-3">
        {held.posts > 0 && `${formatCount(held.posts, 'post')} collected before${keptOf(held.kept)}. `}
        {channels.length === 0 &&
          (isOpen(asked.state) ? 'No platform has been asked so far.' : 'No platform was asked.')}
        {noteOf(asked)}
      </p>
      {!disabled && !hasRoomFor(edits, 'always') && (
        <p className="text-s text-ink-3">
          More than {PLAN_SEARCHES_MAX} searches of yours cannot be asked always. Take one out above to add another.
        </p>
      )}
      {channels.map((channel) => (
        <AskedOfChannel
          key={channel.platform}
          channel={channel}
          edits={edits}
          disabled={disabled}
          onChange={onChange}
        />
      ))}
    </>
  )
}

function keptOf(kept: number | null): string {
  return kept === null ? '' : `, ${kept} kept`
}

/** Why numbers are missing or do not sum to those of the search. */
function noteOf({ is_exact, held }: AskedSearches): string | null {
  if (is_exact) return null
  return held.kept === null
    ? 'What became of the posts of each question is known for a month after a search.'
    : 'Posts that were erased or judged again since the search count as they are now.'
}
