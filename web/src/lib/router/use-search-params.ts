import { useCallback, useMemo } from 'react'
import type { NavigateOptions } from './router.ts'
import { useLocation, useRouter } from './use-router.ts'

type Search = URLSearchParams | Record<string, string>

/** Goes to the same path with another search, which may be made of the latest one. */
export type SetSearch = (next: Search | ((latest: URLSearchParams) => Search), options?: NavigateOptions) => void

/** The search of the address, and how to change it. */
export function useSearchParams(): [URLSearchParams, SetSearch] {
  const router = useRouter()
  const { search } = useLocation()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = useCallback<SetSearch>(
    (next, options) => {
      const latest = new URLSearchParams(router.state.location.search)
      const chosen = new URLSearchParams(typeof next === 'function' ? next(latest) : next)
      void router.navigate(`?${chosen}`, options)
    },
    [router],
  )
  return [params, set]
}
