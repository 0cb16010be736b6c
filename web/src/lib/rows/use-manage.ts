import { useCallback } from 'react'
import { useSearchParams } from '../router/use-search-params.ts'

/** Opens the dialog for statuses or smart columns: `?manage=…` in the URL of the posts page. */
export function useManage(): (what: 'statuses' | 'columns') => void {
  const [, setSearch] = useSearchParams()
  return useCallback(
    (what) =>
      setSearch((latest) => {
        const next = new URLSearchParams(latest)
        next.set('manage', what)
        return next
      }),
    [setSearch],
  )
}
