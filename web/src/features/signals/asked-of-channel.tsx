import type { AskedSearch, AskedSearches } from '@leadlight/contract/asked-searches'
import { hasRoomFor, wishForSearch, wishOf } from '@leadlight/domain/search-edits'
import type { PlanEdits } from '@leadlight/domain/signal-plans'
import { Ban, Pin } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { Table, TableRow } from '../../ui/table.tsx'
import { bestFirst, questionOf, reasonOf } from './asked-order.ts'

/** The tail is folded where it is longer than a row. */
const SHOWN = 5
const CELL = 'px-1.5 py-1 align-baseline text-s sm:px-2.5'

interface AskedOfChannelProps {
  channel: AskedSearches['channels'][number]
  edits: PlanEdits
  disabled: boolean
  onChange: (edits: PlanEdits) => void
}

/** The questions put to one platform, best first, the long tail folded. */
export function AskedOfChannel({ channel, edits, disabled, onChange }: AskedOfChannelProps) {
  const { platform, display_name: name, searches } = channel
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  const sorted = bestFirst(searches)
  const isLong = sorted.length > SHOWN + 1
  const shown = isLong && !isUnfolded ? sorted.slice(0, SHOWN) : sorted
  return (
    <div className="grid min-w-0 justify-items-start gap-1">
      <p className="num flex items-center gap-1.5 text-s text-ink-2">
        <PlatformMark platform={platform} />
        {name} <span className="text-ink-3">{formatCount(searches.length, 'question')}</span>
      </p>
      <div className="w-full min-w-0">
        <Table label={`Asked of ${name}`} id={id}>
          <Head hasActions={!disabled} />
          <tbody>
            {shown.map((search) => (
              <TableRow key={searches.indexOf(search)}>
                <Question search={search} />
                <Count value={search.brought} />
                <Count value={search.new} />
                <Count value={search.kept} isStrong />
                {!disabled && (
                  <td className="px-1 py-0.5 text-right align-top whitespace-nowrap">
                    {search.words !== '' && <Wishes words={search.words} edits={edits} onChange={onChange} />}
                  </td>
                )}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </div>
      {isLong && (
        <Button
          size="s"
          variant="quiet"
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Show fewer' : `Show ${sorted.length - SHOWN} more`}
        </Button>
      )}
    </div>
  )
}

function Head({ hasActions }: { hasActions: boolean }) {
  const head = classNames(CELL, 'border-b bg-bg font-medium text-ink-3')
  return (
    <thead>
      <tr>
        <th scope="col" className={head}>
          Question
        </th>
        {['Brought', 'New', 'Kept'].map((label) => (
          <th key={label} scope="col" className={classNames(head, 'w-0 text-right')}>
            {label}
          </th>
        ))}
        {hasActions && (
          <th scope="col" className={classNames(head, 'w-0')}>
            <span className="sr-only">Next time</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function Question({ search }: { search: AskedSearch }) {
  const { words, place } = questionOf(search)
  return (
    <th scope="row" className={classNames(CELL, 'font-normal wrap-anywhere text-ink')}>
      {words} {place !== '' && <span className="text-ink-2">{place}</span>}
      <span className="num block text-ink-3">
        {reasonOf(search)}
        {search.hits !== null && search.hits > search.brought && ` · ${formatNumber(search.hits)} there`}
        {search.state === 'running' && ' · being read'}
        {search.state === 'stopped' && ' · stopped'}
      </span>
      {search.error !== null && <span className="block text-bad">{search.error}</span>}
    </th>
  )
}

function Count({ value, isStrong = false }: { value: number | null; isStrong?: boolean }) {
  return (
    <td className={classNames(CELL, 'num text-right', isStrong ? 'font-medium text-ink' : 'text-ink-2')}>
      {value === null ? <span aria-label="unknown">–</span> : formatNumber(value)}
    </td>
  )
}

interface WishesProps {
  words: string
  edits: PlanEdits
  onChange: (edits: PlanEdits) => void
}

function Wishes({ words, edits, onChange }: WishesProps) {
  const wish = wishOf(edits, words)
  return (['always', 'never'] as const).map((one) => (
    <IconButton
      key={one}
      size="s"
      label={one === 'always' ? `Ask always: ${words}` : `Never ask: ${words}`}
      aria-pressed={wish === one}
      disabled={wish !== one && !hasRoomFor(edits, one)}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
      onClick={() => onChange(wishForSearch(edits, words, wish === one ? null : one))}
    >
      {one === 'always' ? <Pin aria-hidden="true" /> : <Ban aria-hidden="true" />}
    </IconButton>
  ))
}
