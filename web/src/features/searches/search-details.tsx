import type { Search } from '@leadlight/contract/search'
import type { IntentSignal } from '@leadlight/contract/signals'
import { Archive, CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle } from 'lucide-react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { searchFigures } from './search-progress.ts'
import type { ChannelProgress } from './search-progress.ts'

const STATES = {
  waiting: { Icon: CircleDashed, word: 'waiting', colour: 'text-ink-3' },
  running: { Icon: LoaderCircle, word: 'asking', colour: 'text-accent animate-spin' },
  done: { Icon: CircleCheck, word: 'done', colour: 'text-good' },
  failed: { Icon: CircleX, word: 'failed', colour: 'text-bad' },
  stopped: { Icon: CircleSlash, word: 'stopped', colour: 'text-ink-3' },
} as const satisfies Record<ChannelProgress['state'], object>

/** Each search with its channels: their states and numbers of posts. */
export function SearchDetails({
  searches,
  signals,
}: {
  searches: readonly Search[]
  signals: readonly IntentSignal[]
}) {
  return (
    <div className="grid max-h-60 gap-2.5 overflow-y-auto pt-1">
      {searches.length > 1 && (
        <p className="text-ink-3">Each signal counts its own posts. A post that two signals keep is one lead.</p>
      )}
      {searches.map((search) => (
        <div key={search.id} className="grid gap-1">
          <p className="font-medium text-ink">
            {signals.find((signal) => signal.id === search.intent_signal_id)?.intent_signal ?? 'A removed signal'}
            <span className="num font-normal text-ink-3">
              {' '}
              · {search.reanalysis ? 'judged again' : `last ${formatCount(search.search_days, 'day')}`} ·{' '}
              {searchFigures({ ...search, collected: search.seen })}
            </span>
          </p>
          <ul className="grid gap-0.5">
            {search.held > 0 && <HeldLine posts={search.held} />}
            {search.channels.map((channel) => (
              <ChannelLine key={`${channel.platform} ${channel.display_name}`} channel={channel} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

/** What was here before any channel was asked; with what the channels brought it sums to all that was collected. */
function HeldLine({ posts }: { posts: number }) {
  return (
    <li className="flex items-center gap-1.75">
      <Archive aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">Collected before</span>
      <span className="num shrink-0 text-ink-3">{formatNumber(posts)} collected</span>
    </li>
  )
}

function ChannelLine({ channel }: { channel: ChannelProgress }) {
  const { Icon, word, colour } = STATES[channel.state]
  return (
    <li className="flex items-center gap-1.75">
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${colour}`} />
      <span className="min-w-0 flex-1 truncate">{channel.display_name}</span>
      <span className="num shrink-0 text-ink-3">
        {word} · {formatNumber(channel.seen)} collected
      </span>
    </li>
  )
}
