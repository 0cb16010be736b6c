import { useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { useCommands } from '../../lib/commands.ts'
import { listShortcuts } from '../../lib/rows/list-shortcuts.ts'
import type { FeedHandle } from '../../lib/rows/use-virtual-rows.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { classNames } from '../../ui/class-names.ts'
import { ProspectActions } from './prospect-actions.tsx'
import { ProspectColumn } from './prospect-column.tsx'
import type { ProspectKind, ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'
import { useProspects } from './use-prospects.ts'

/** The table takes all the room there is; an open page leaves it about half. */
const BESIDE = '@min-[800px]/inbox:grid-cols-[minmax(0,1fr)_minmax(26rem,54%)]'

interface ProspectScreenProps<Row extends ProspectRow> {
  kind: ProspectKind<Row>
  projectId: string
  openId: string | null
  /** The open row from its own page, once loaded. */
  one: Row | null
  /** The open page. */
  children: (prospects: Prospects<Row>) => ReactNode
}

/** A list of people or companies, with the open page beside it, or in its place without room. */
export function ProspectScreen<Row extends ProspectRow>(props: ProspectScreenProps<Row>) {
  const { kind, projectId, openId, one, children } = props
  const feed = useRef<FeedHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const prospects = useProspects(kind, { projectId, openId, openRow: one, feed })
  const canDelete = useCan('lead.delete')
  useKeys(prospects, { search, canDelete })
  useCommands(async () => (await import('./prospect-commands.ts')).prospectCommands(prospects, canDelete))
  const isOpen = openId !== null
  return (
    <div className="@container/inbox relative min-h-0 flex-1">
      <div className={classNames('grid h-full min-h-0', isOpen && BESIDE)}>
        <section
          aria-label={`List of ${kind.noun.several}`}
          className={classNames(
            '@container/column flex min-h-0 min-w-0 flex-col bg-surface @min-[800px]/inbox:border-r',
            // Hidden, but still laid out: the list keeps its scroll position.
            isOpen && 'invisible absolute inset-0 @min-[800px]/inbox:visible @min-[800px]/inbox:static',
          )}
        >
          <ProspectColumn prospects={prospects} feedRef={feed} searchRef={search} canDelete={canDelete} />
        </section>
        {isOpen && (
          // `relative` contains its screen-reader-only content, which would lengthen the page otherwise.
          <section aria-label={kind.pageName} className="relative min-h-0 min-w-0 overflow-y-auto bg-bg">
            <ProspectActions prospects={prospects} row={one} canDelete={canDelete} />
            {children(prospects)}
          </section>
        )}
      </div>
    </div>
  )
}

/** Binds the list's shortcuts, which `prospect-shortcut-list.ts` lists. */
function useKeys<Row extends ProspectRow>(
  prospects: Prospects<Row>,
  places: { search: RefObject<HTMLInputElement | null>; canDelete: boolean },
): void {
  useShortcuts(listShortcuts(prospects, places))
}
