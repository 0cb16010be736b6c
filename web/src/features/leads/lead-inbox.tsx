import { lazy, Suspense, useRef } from 'react'
import type { ReactNode } from 'react'
import { useCommands } from '../../lib/commands.ts'
import { useCan } from '../../lib/current-user.ts'
import { showOverlay } from '../../lib/overlay.ts'
import { useWhenIdle } from '../../lib/use-when-idle.ts'
import { classNames } from '../../ui/class-names.ts'
import { LeadColumn } from './lead-column.tsx'
import type { NamedSignal } from './filter-choices.ts'
import { LeadPaneHint, LeadPaneSkeleton } from './lead-pane-states.tsx'
import { loadLeadPane } from './load-lead-pane.ts'
import { useInboxShortcuts } from './use-inbox-shortcuts.ts'
import { useLeadInbox } from './use-lead-inbox.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'

const LeadPane = lazy(async () => ({ default: (await import('./lead-pane.tsx')).LeadPane }))

const onHelp = () => showOverlay('shortcuts')

const BESIDE_CARDS = '@min-[800px]/inbox:grid-cols-[clamp(22rem,37%,27.5rem)_minmax(0,1fr)]'
/** A table takes all the room there is; an open lead leaves it about half. */
const BESIDE_TABLE = '@min-[800px]/inbox:grid-cols-[minmax(0,1fr)_minmax(24rem,50%)]'

interface LeadInboxProps {
  projectId: string
  /** The open lead. */
  openId: string | null
  signals: readonly NamedSignal[]
  /** Buttons beside the heading. */
  actions: ReactNode
  /** Shown below the rows: the progress of a search. */
  notice: ReactNode
  /** The empty state of a project without any leads. */
  whenEmpty: ReactNode
}

/** The posts screen: list and reading pane side by side if there is room, otherwise one of them. */
export function LeadInbox({ projectId, openId, ...column }: LeadInboxProps) {
  const feed = useRef<FeedHandle>(null)
  const { inbox, open } = useLeadInbox(projectId, openId, feed)
  const canDelete = useCan('lead.delete')
  const search = useRef<HTMLInputElement>(null)
  useInboxShortcuts(inbox, { search, canDelete })
  useCommands(async () => (await import('./lead-commands.ts')).leadCommands(inbox, canDelete))
  const isOpen = openId !== null
  const isTable = inbox.settings.mode === 'table'
  const hasLeads = (inbox.list.loaded?.items.length ?? 0) > 0
  useWhenIdle(hasLeads && !isOpen, loadLeadPane)

  return (
    <div className="@container/inbox relative min-h-0 flex-1">
      <div className={classNames('grid h-full min-h-0', isTable ? isOpen && BESIDE_TABLE : BESIDE_CARDS)}>
        <section
          aria-label="Lead list"
          className={classNames(
            '@container/column flex min-h-0 min-w-0 flex-col bg-surface @min-[800px]/inbox:border-r',
            // Hidden, but still laid out: the list keeps its scroll position.
            isOpen && 'invisible absolute inset-0 @min-[800px]/inbox:visible @min-[800px]/inbox:static',
          )}
        >
          <LeadColumn inbox={inbox} feedRef={feed} canDelete={canDelete} searchRef={search} {...column} />
        </section>
        <section
          aria-label="Reading pane"
          className={classNames(
            // `relative` contains its screen-reader-only content, which would lengthen the page otherwise.
            'relative min-h-0 min-w-0 scroll-pb-(--toast-room) overflow-y-auto bg-bg',
            !isOpen && (isTable ? 'hidden' : 'hidden @min-[800px]/inbox:block'),
          )}
        >
          {isOpen ? (
            <Suspense fallback={<LeadPaneSkeleton />}>
              <LeadPane inbox={inbox} open={open} canDelete={canDelete} />
            </Suspense>
          ) : (
            hasLeads && <LeadPaneHint onHelp={onHelp} />
          )}
        </section>
      </div>
    </div>
  )
}
