import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

/** Opens the place where statuses or smart columns are managed: `?manage=…` in the address of the posts page. */
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
