import type { BodyOf } from '@leadlight/contract/endpoint'
import type * as contract from '@leadlight/contract/notifications'
import type { NotificationSettings } from '@leadlight/contract/notifications'
import useSWR, { useSWRConfig } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The user's mail settings for the project. */
export function useMailSettings(projectId: string) {
  return useSWR<NotificationSettings, unknown>(keys.notificationSettings(projectId), () =>
    call(calls.getNotificationSettings, { params: { projectId } }),
  )
}

/** Changes them. A failure is thrown, so the form can report it. */
export function useChangeMailSettings(projectId: string) {
  const { mutate } = useSWRConfig()
  return async (body: BodyOf<typeof contract.updateNotificationSettings>): Promise<NotificationSettings> => {
    const changed = await call(calls.updateNotificationSettings, { params: { projectId }, body })
    await mutate(keys.notificationSettings(projectId), changed, { revalidate: false })
    return changed
  }
}
