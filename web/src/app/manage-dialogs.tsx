import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'

const DIALOGS = {
  statuses: lazy(async () => ({ default: (await import('../features/statuses/status-manager.tsx')).StatusManager })),
  columns: lazy(async () => ({ default: (await import('../features/columns/column-manager.tsx')).ColumnManager })),
}

/** What a project's address asks to manage over its pages: `?manage=statuses` or `?manage=columns`. */
export function ManageDialogs({ projectId }: { projectId: string }) {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('manage')
  if (wanted !== 'statuses' && wanted !== 'columns') return null
  const Manager = DIALOGS[wanted]
  function close() {
    setSearch(
      (latest) => {
        latest.delete('manage')
        return latest
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return (
    <Suspense>
      <Manager projectId={projectId} onClose={close} />
    </Suspense>
  )
}
