import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from '../router/use-search-params.ts'
import type { SetSearch } from '../router/use-search-params.ts'

interface Reading<Filters> {
  read: (search: URLSearchParams) => Filters
  /** Equal filters must make the same search string. */
  write: (filters: Filters) => URLSearchParams
  /** Filters that change with each keystroke. */
  typed: readonly (keyof Filters)[]
}

/** The URL's filters and how to change them; `name` identifies them. */
export function useUrlFilters<Filters extends object>(reading: Reading<Filters>) {
  const { read, write } = reading
  const [search, setSearch] = useSearchParams()
  // In canonical form: the URL's other parameters do not make it another list.
  const name = write(read(search)).toString()
  const filters = useMemo(() => read(new URLSearchParams(name)), [name, read])
  const change = useFilterChange(reading, { name, filters }, setSearch)
  return { filters, name, change }
}

/** Changes the filters in the URL. The URL follows a moment later, and a second change must not undo the first. */
function useFilterChange<Filters extends object>(
  { write, typed }: Reading<Filters>,
  { name, filters }: { name: string; filters: Filters },
  setSearch: SetSearch,
) {
  const latest = useRef(filters)
  /** Searches written but not yet seen in the URL, the oldest first. */
  const onTheWay = useRef<string[]>([])
  useLayoutEffect(() => {
    const at = onTheWay.current.lastIndexOf(name)
    onTheWay.current = at < 0 ? [] : onTheWay.current.slice(at + 1)
    if (onTheWay.current.length === 0) latest.current = filters
  }, [name, filters])
  return useCallback(
    (part: Partial<Filters>) => {
      latest.current = { ...latest.current, ...part }
      const search = write(latest.current)
      onTheWay.current.push(search.toString())
      // Back goes from filter to filter, but not from letter to letter.
      setSearch(search, { replace: Object.keys(part).every((name) => typed.some((one) => one === name)) })
    },
    [setSearch, write, typed],
  )
}
