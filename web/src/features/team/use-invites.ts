import type { BodyOf } from '@leadlight/contract/endpoint'
import type { createInvite as createInviteEndpoint, Invite } from '@leadlight/contract/team'
import { useSWRConfig } from 'swr'
import { cancelInvite, createInvite, resendInvite } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

export type NewInvite = BodyOf<typeof createInviteEndpoint>

/** An admin's actions on invites; the list is updated after the server agrees. */
export function useInviteChanges() {
  const { mutate } = useSWRConfig()
  const reload = () => mutate(keys.invites)
  return {
    async send(invite: NewInvite): Promise<Invite> {
      const sent = await call(createInvite, { body: invite })
      await reload()
      return sent
    },
    async resend(id: string): Promise<void> {
      await call(resendInvite, { params: { id } })
      await reload()
    },
    async cancel(id: string): Promise<void> {
      await call(cancelInvite, { params: { id } })
      await reload()
    },
  }
}
