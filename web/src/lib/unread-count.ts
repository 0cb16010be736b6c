import type { Project } from '@leadlight/contract/projects'
import useSWR from 'swr'
import { getUnreadCount } from 'virtual:calls'
import { call } from './api.ts'
import { keys } from './keys.ts'
import { readLater } from './read-later.ts'

/** The number of unread leads in the project; 0 while it loads. */
export function useUnreadCount(projectId: string | null | undefined): number {
  const { data } = useSWR<{ unread_count: number }, unknown>(
    projectId ? keys.unreadCount(projectId) : null,
    ([, id]: readonly [string, string]) => readLater(() => call(getUnreadCount, { params: { projectId: id } })),
  )
  return data?.unread_count ?? 0
}

/** The same of any project in a list: as last counted, or as the list has it. */
export function useUnreadOf({ id, unread_count: listed }: Pick<Project, 'id' | 'unread_count'>): number {
  const { data } = useSWR<{ unread_count: number }, unknown>(keys.unreadCount(id), null)
  return data?.unread_count ?? listed
}
