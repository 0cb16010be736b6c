import type { Themes } from '@leadlight/contract/themes'
import type { Lens } from '@leadlight/domain/themes'
import useSWR, { type SWRResponse } from 'swr'
import { getThemes } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** Finding takes some seconds. */
const POLL_MS = 2_000

/** A project's themes, read again as long as they are being found. The former ones stay until the new lens's arrive. */
export function useThemes(projectId: string, lens: Lens | null): SWRResponse<Themes, unknown> {
  const query = lens === null ? {} : { lens }
  return useSWR<Themes, unknown>(
    keys.themes(projectId, query),
    () => call(getThemes, { params: { projectId }, query }),
    { keepPreviousData: true, refreshInterval: (latest) => (latest?.is_running === true ? POLL_MS : 0) },
  )
}
