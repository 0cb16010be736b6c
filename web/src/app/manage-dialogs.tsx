import { lazy, Suspense } from 'react'
import { useLocation } from '../lib/router/use-router.ts'
import { useSearchParams } from '../lib/router/use-search-params.ts'

const StatusManager = lazy(async () => ({
  default: (await import('../features/statuses/status-manager.tsx')).StatusManager,
}))
const ColumnManager = lazy(async () => ({
  default: (await import('../features/columns/column-manager.tsx')).ColumnManager,
}))

/** The dialogs that a project's URL can open: `?manage=statuses` or `?manage=columns`. */
export function ManageDialogs({ projectId }: { projectId: string }) {
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const requested = search.get('manage')
  if (requested !== 'statuses' && requested !== 'columns') return null
  function close() {
    setSearch(
      (latest) => {
        latest.delete('manage')
        return latest
      },
      { replace: true },
    )
  }
  return (
    <Suspense>
      {requested === 'statuses' ? (
        <StatusManager
          projectId={projectId}
          first={pathname.includes('/prospects/') ? 'prospects' : 'leads'}
          onClose={close}
        />
      ) : (
        <ColumnManager projectId={projectId} onClose={close} />
      )}
    </Suspense>
  )
}
