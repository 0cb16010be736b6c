import { memo, useCallback, useMemo } from 'react'
import { formatAge, formatCount, formatMoment } from '../../lib/format.ts'
import { EndOfLoaded } from '../../lib/rows/list-states.tsx'
import { RowFeed } from '../../lib/rows/row-feed.tsx'
import { RowCheckbox, RowLink } from '../../lib/rows/row-link.tsx'
import { StatusButton } from '../../lib/rows/status-button.tsx'
import { columnsShown } from '../../lib/rows/table-columns.ts'
import { useRowState } from '../../lib/rows/use-row-state.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ProspectColumn, ProspectRow } from './prospect-kind.ts'
import { Platforms } from './prospect-platforms.tsx'
import type { ProspectTableProps } from './prospect-table.tsx'
import type { RowSetting } from './use-row-setting.ts'
import { useRowSetting } from './use-row-setting.ts'

const CARD_HEIGHT_PX = 96
const NO_WIDTHS = {}

/** People or companies as cards, where a table has no room. They show what the table's columns do. */
export function ProspectCards<Row extends ProspectRow>({ prospects, loaded, feedRef }: ProspectTableProps<Row>) {
  const { kind, settings, list } = prospects
  const setting = useRowSetting(prospects)
  const columns = useMemo(() => columnsShown(kind.columns, settings.hidden, NO_WIDTHS), [kind, settings.hidden])
  const renderCard = useCallback(
    (row: Row) => <ProspectCard prospect={row} columns={columns} setting={setting} />,
    [columns, setting],
  )
  return (
    <RowFeed
      ref={feedRef}
      label={kind.title}
      loaded={loaded}
      isStale={list.isStale}
      cardHeightPx={CARD_HEIGHT_PX}
      nameOf={nameOf}
      renderCard={renderCard}
      endName={`More ${kind.noun.several}`}
      end={
        <EndOfLoaded several={kind.noun.several} error={list.moreError} onRetry={list.loadMore}>
          <Skeleton className="m-3.5 h-3.5 w-2/5" />
        </EndOfLoaded>
      }
      moreError={list.moreError}
      onMore={list.loadMore}
    />
  )
}

interface ProspectCardProps<Row extends ProspectRow> {
  prospect: Row
  columns: readonly ProspectColumn<Row>[]
  setting: RowSetting<Row>
}

/** One person or company. The whole card is a link; status and checkbox lie above it. */
function Card<Row extends ProspectRow>({ prospect, columns, setting }: ProspectCardProps<Row>) {
  const { id, name, deleted, platforms, posts, intent_signals: signals, last_posted_at: lastPost } = prospect
  const row = useRowState(setting.store, id)
  const part = { id, setting, row }
  const shows = (column: string) => columns.some((one) => one.id === column)
  const facts = columns.flatMap(({ sourced }) => sourced?.(prospect)?.value ?? [])
  return (
    <div
      data-row-id={id}
      className={classNames(
        'group relative grid gap-1.25 border-b py-3 pr-3.5 pl-3.5',
        row.isOpen || row.isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
      )}
    >
      <div className="flex min-w-0 items-center gap-2">
        <span className="relative grid size-2 shrink-0 place-items-center">
          <RowCheckbox {...part} label={`Select: ${name}`} isQuiet={!row.isSelecting} />
        </span>
        <Avatar name={name} shape={setting.noun === 'company' ? 'square' : 'round'} className="size-6! text-[9px]!" />
        <h2 dir="auto" className="min-w-0 flex-1 truncate font-medium">
          <RowLink {...part}>{name}</RowLink>
        </h2>
        {deleted && <Chip className="h-5">Deleted</Chip>}
        {shows('last_posted_at') && (
          <time dateTime={lastPost} title={formatMoment(lastPost)} className="num shrink-0 text-s text-ink-3">
            {formatAge(lastPost, setting.now)}
          </time>
        )}
      </div>
      {facts.length > 0 && (
        <p dir="auto" className="line-clamp-2 pl-4 wrap-anywhere text-ink-2">
          {facts.join(' · ')}
        </p>
      )}
      <div className="flex min-w-0 items-center gap-2 pl-4 text-s text-ink-3">
        {shows('platforms') && <Platforms platforms={platforms} />}
        {shows('posts') && <span className="num shrink-0">{formatCount(posts, 'post')}</span>}
        <span className="min-w-0 flex-1 truncate">
          {shows('signals') && signals.map((signal) => signal.intent_signal).join(' · ')}
        </span>
        {shows('status') && (
          <StatusButton
            item={prospect}
            statuses={setting.statuses}
            tabIndex={row.isTabStop ? 0 : -1}
            onStatus={setting.onStatus}
          />
        )}
      </div>
    </div>
  )
}

// React's `memo` loses a component's type parameters.
const ProspectCard = memo(Card) as typeof Card

function nameOf({ name }: ProspectRow): string {
  return name
}
