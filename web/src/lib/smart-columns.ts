import type { SmartColumn } from '@leadlight/contract/columns'
import useSWR from 'swr'
import { listSmartColumns } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'

/** The project's smart columns in order. */
export function useSmartColumns(projectId: string) {
  return useSWR<SmartColumn[], unknown>(keys.smartColumns(projectId), () =>
    call(listSmartColumns, { params: { projectId } }),
  )
}
