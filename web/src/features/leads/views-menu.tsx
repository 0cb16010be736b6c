import type { View } from '@leadlight/contract/lead-work'
import { BookmarkPlus, Pencil, RefreshCw, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/menu.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { NO_FILTERS } from './lead-filters.ts'
import type { Inbox } from './use-lead-inbox.ts'
import { useViewCommands, useViews } from './use-views.ts'
import { ViewDialog } from './view-dialog.tsx'
import { filtersOfView, isChanged, viewQuery } from './view-filters.ts'

const ALL = 'all'

/** The saved views, and their actions: save these filters, rename, update, delete. */
export function ViewsMenu({ inbox, trigger }: { inbox: Inbox; trigger: ReactElement }) {
  const { projectId, filters } = inbox
  const [naming, setNaming] = useState<'new' | View | null>(null)
  const { data: views = [] } = useViews(projectId)
  const active = views.find((view) => view.id === filters.filters.viewId)
  return (
    <>
      <Menu defaultOpen>
        <MenuTrigger asChild>{trigger}</MenuTrigger>
        <MenuContent align="start" aria-label="Views" className="max-w-72">
          <ViewChoices inbox={inbox} />
          <MenuSeparator />
          <MenuItem onSelect={() => setNaming('new')}>
            <BookmarkPlus aria-hidden="true" />
            Save these filters as a view…
          </MenuItem>
          {active && <ActiveViewItems inbox={inbox} view={active} onRename={() => setNaming(active)} />}
        </MenuContent>
      </Menu>
      {naming && <ViewDialog inbox={inbox} view={naming === 'new' ? null : naming} onClose={() => setNaming(null)} />}
    </>
  )
}

function ViewChoices({ inbox }: { inbox: Inbox }) {
  const { filters } = inbox
  const { data: views, error } = useViews(inbox.projectId)
  const own = views?.filter((view) => !view.is_shared) ?? []
  const shared = views?.filter((view) => view.is_shared) ?? []
  function choose(id: string) {
    const view = views?.find((one) => one.id === id)
    filters.change(view ? filtersOfView(view) : NO_FILTERS)
  }
  return (
    <MenuRadioGroup value={filters.filters.viewId ?? (filters.isNarrowed ? '' : ALL)} onValueChange={choose}>
      <MenuRadioItem value={ALL}>All posts</MenuRadioItem>
      {!views && !error && (
        <SkeletonGroup label="Loading the views" className="px-2.5 py-2">
          <Skeleton className="h-3 w-32" />
        </SkeletonGroup>
      )}
      {error !== undefined && !views && (
        <MenuLabel className="max-w-56 text-bad">The views could not be loaded. {messageOf(error)}</MenuLabel>
      )}
      {own.length > 0 && <MenuLabel>Mine</MenuLabel>}
      {own.map((view) => (
        <ViewChoice key={view.id} view={view} />
      ))}
      {shared.length > 0 && <MenuLabel>The team's</MenuLabel>}
      {shared.map((view) => (
        <ViewChoice key={view.id} view={view} />
      ))}
    </MenuRadioGroup>
  )
}

function ViewChoice({ view }: { view: View }) {
  return (
    <MenuRadioItem value={view.id}>
      {view.is_shared && <Users aria-hidden="true" />}
      <span className="min-w-0 truncate">{view.name}</span>
    </MenuRadioItem>
  )
}

/** The active view's actions: update it with the current filters, rename it, delete it. */
function ActiveViewItems({ inbox, view, onRename }: { inbox: Inbox; view: View; onRename: () => void }) {
  const { filters, projectId } = inbox
  const { create, update, remove } = useViewCommands(projectId)
  async function reportOutcome(work: Promise<unknown>, done: string, failed: string) {
    try {
      await work
      showToast({ kind: 'success', message: done })
    } catch (error) {
      showToast({ kind: 'error', message: `${failed} ${messageOf(error)}` })
    }
  }
  async function removeIt() {
    try {
      await remove(view.id)
      filters.change({ viewId: null })
      showToast({
        kind: 'success',
        message: `Deleted the view "${view.name}"`,
        onUndo: () =>
          void reportOutcome(
            putBack(),
            `The view "${view.name}" is back`,
            `The view "${view.name}" could not be brought back.`,
          ),
      })
    } catch (error) {
      showToast({ kind: 'error', message: `The view could not be deleted. ${messageOf(error)}` })
    }
  }
  async function putBack() {
    const { name, query, is_shared } = view
    await create({ name, query, is_shared })
  }
  return (
    <>
      {isChanged(view, filters.filters) && (
        <MenuItem
          onSelect={() =>
            void reportOutcome(
              update(view.id, { query: viewQuery(filters.filters) }),
              `"${view.name}" now has these filters`,
              'The view could not be changed.',
            )
          }
        >
          <RefreshCw aria-hidden="true" />
          <span className="min-w-0 truncate">Update "{view.name}"</span>
        </MenuItem>
      )}
      <MenuItem onSelect={onRename}>
        <Pencil aria-hidden="true" />
        Rename or share…
      </MenuItem>
      <MenuItem onSelect={() => void removeIt()}>
        <Trash2 aria-hidden="true" />
        Delete the view
      </MenuItem>
    </>
  )
}
