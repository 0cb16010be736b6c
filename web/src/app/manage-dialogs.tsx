import { lazy, Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'

const StatusManager = lazy(async () => ({
  default: (await import('../features/statuses/status-manager.tsx')).StatusManager,
}))
const OTHERS = {
  sources: lazy(async () => ({ default: (await import('../features/sources/source-manager.tsx')).SourceManager })),
  columns: lazy(async () => ({ default: (await import('../features/columns/column-manager.tsx')).ColumnManager })),
}

/** The dialogs that a project's URL can open: `?manage=statuses`, `?manage=columns` or `?manage=sources`. */
export function ManageDialogs({ projectId }: { projectId: string }) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const requested = search.get('manage')
  if (requested !== 'statuses' && requested !== 'columns' && requested !== 'sources') return null
  const Other = requested === 'statuses' ? null : OTHERS[requested]
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
      {Other === null ? (
        <StatusManager
          projectId={projectId}
          first={pathname.includes('/prospects/') ? 'prospects' : 'leads'}
          onClose={close}
        />
      ) : (
        <Other projectId={projectId} onClose={close} />
      )}
    </Suspense>
  )
}
