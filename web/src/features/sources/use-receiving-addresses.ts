import type { ReceivingAddress, ReceivingAddressWithSecret } from '@leadlight/contract/receiving'
import useSWR from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** The addresses at which the project receives what other tools find. Failures of changes are thrown. */
export function useReceivingAddresses(projectId: string) {
  const params = { projectId }
  const read = useSWR<ReceivingAddress[], unknown>(keys.receivingAddresses(projectId), () =>
    call(calls.listReceivingAddresses, { params }),
  )
  return {
    ...read,
    make: async (name: string): Promise<ReceivingAddressWithSecret> => {
      const made = await call(calls.createReceivingAddress, { params, body: { name } })
      await read.mutate()
      return made
    },
    revoke: async (id: string): Promise<void> => {
      await call(calls.revokeReceivingAddress, { params: { projectId, id } })
      await read.mutate()
    },
  }
}
