import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { AtSign, Ellipsis, Sparkles, SquarePen, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formatCount, formatMeasured, formatNumber } from '../../lib/format.ts'
import type { FoundLeads } from '../../lib/found-leads.ts'
import { Badge } from '../../ui/badge.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TableCell, TableRow } from '../../ui/table.tsx'
import { LastSearch } from './last-search.tsx'
import { MonitoringWord } from './monitoring-state.tsx'
import { postsOfSignalPath, signalPath } from './signal-paths.ts'

interface SignalRowProps {
  projectId: string
  signal: IntentSignal
  /** Undefined while they load. */
  leads: ReturnType<FoundLeads['of']>
  /** Null where nothing costs anything; without credits while they load. */
  spent: { credits: number | undefined } | null
  canWrite: boolean
  onRun: () => void
  /** The switch was pressed. */
  onMonitoring: () => void
  onRemove: () => void
}

const CARD_ROW =
  '@max-[700px]:grid @max-[700px]:grid-cols-[minmax(0,1fr)_auto] @max-[700px]:gap-x-2 @max-[700px]:py-2.5'

/** A signal in the list: a row, or a card where the list is narrow. */
export function SignalRow(props: SignalRowProps) {
  const { projectId, signal, leads, spent, canWrite } = props
  const { id, intent_signal: words, last_search: search } = signal
  return (
    <TableRow className={CARD_ROW}>
      <th scope="row" className="min-w-52 px-3 py-2.5 text-left align-middle font-medium @max-[700px]:py-0.5">
        <Link
          to={signalPath(projectId, id)}
          className="target line-clamp-2 rounded-control wrap-anywhere hover:underline @max-[700px]:line-clamp-4"
          title={words}
        >
          {words}
        </Link>
        {signal.kind === 'name' && (
          <Chip tone="info" className="mt-1 h-5">
            <AtSign aria-hidden="true" className="size-3" />
            Name
          </Chip>
        )}
      </th>
      <Fact name="Leads">
        <Leads projectId={projectId} signal={signal} leads={leads} />
      </Fact>
      <Fact name="Good leads">
        <Good signal={signal} />
      </Fact>
      <Fact name="Monitoring">
        <Listening {...props} />
      </Fact>
      {spent && (
        <Fact name="Spent this month">
          {spent.credits === undefined ? <Skeleton className="h-4 w-12" /> : formatCount(spent.credits, 'credit')}
        </Fact>
      )}
      <Fact name="Last search">
        <LastSearch search={search} />
      </Fact>
      {canWrite && (
        <TableCell className="w-0 @max-[700px]:col-start-2 @max-[700px]:row-start-1 @max-[700px]:w-auto @max-[700px]:p-0 @max-[700px]:pr-2">
          <Actions {...props} isSearched={search !== null && isOpen(search.state)} />
        </TableCell>
      )}
    </TableRow>
  )
}

/** A cell; in a card a line with its name, as no heading stands above it. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <TableCell className="num @max-[700px]:col-span-2 @max-[700px]:flex @max-[700px]:items-center @max-[700px]:justify-between @max-[700px]:gap-4 @max-[700px]:py-1">
      <span className="hidden shrink-0 text-s text-ink-3 @max-[700px]:inline">{name}</span>
      <div className="min-w-0 @max-[700px]:text-right">{children}</div>
    </TableCell>
  )
}

function Leads({ projectId, signal, leads }: Pick<SignalRowProps, 'projectId' | 'signal' | 'leads'>) {
  if (!leads) return <Skeleton className="h-4 w-10" />
  if (leads.all.count === 0) return <span className="text-ink-3">None yet</span>
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Link
        to={postsOfSignalPath(projectId, signal.id)}
        className="target inline-flex items-center justify-end rounded-control underline-offset-2 hover:underline"
      >
        {leads.all.text}
        <span className="sr-only"> leads of: {signal.intent_signal}</span>
      </Link>
      {leads.unread.count > 0 && (
        <Link
          to={postsOfSignalPath(projectId, signal.id, { isUnread: true })}
          className="target inline-flex items-center justify-end rounded-full"
        >
          <Badge count={leads.unread.count} label={`unread of: ${signal.intent_signal}`} />
        </Link>
      )}
    </span>
  )
}

/** The share of leads that were right, with its 95 % interval. */
function Good({ signal: { quality } }: { signal: IntentSignal }) {
  if (!quality) return <span className="text-ink-3">Not known yet</span>
  return (
    <>
      <p className="whitespace-nowrap">{formatMeasured(quality)}</p>
      <p className="text-s whitespace-nowrap text-ink-3">
        of {formatNumber(quality.positive + quality.negative)} rated
      </p>
    </>
  )
}

function Listening({ signal, canWrite, onMonitoring }: SignalRowProps) {
  const { monitoring, intent_signal: words } = signal
  if (!canWrite) return <MonitoringWord state={monitoring.state} />
  return (
    <span className="flex items-center gap-2">
      <Switch checked={monitoring.enabled} onChange={onMonitoring} hideLabel>
        Monitoring of: {words}
      </Switch>
      <MonitoringWord state={monitoring.state} />
    </span>
  )
}

function Actions({ projectId, signal, isSearched, onRun, onRemove }: SignalRowProps & { isSearched: boolean }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label={`Actions: ${signal.intent_signal}`} size="s">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem disabled={isSearched} onSelect={onRun}>
          <Sparkles aria-hidden="true" />
          Run search
        </MenuItem>
        <MenuItem asChild>
          <Link to={signalPath(projectId, signal.id)}>
            <SquarePen aria-hidden="true" />
            Reword
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onRemove}>
          <Trash2 aria-hidden="true" />
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
