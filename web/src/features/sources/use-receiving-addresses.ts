import type { ReceivingAddress, ReceivingAddressWithSecret } from '@leadlight/contract/receiving'
import useSWR from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

const POLL_MS = 5_000

/** The addresses at which the project receives what other tools find. Failures of changes are thrown. */
export function useReceivingAddresses(projectId: string) {
  const params = { projectId }
  const read = useSWR<ReceivingAddress[], unknown>(
    keys.receivingAddresses(projectId),
    () => call(calls.listReceivingAddresses, { params }),
    // Who has just set a tool up looks here whether it works.
    { refreshInterval: (latest) => (latest?.length ? POLL_MS : 0) },
  )
  return {
    ...read,
    make: async (name: string): Promise<ReceivingAddressWithSecret> => {
      const made = await call(calls.createReceivingAddress, { params, body: { name } })
      await read.mutate()
      return made
    },
    revoke: async (id: string, waiting: 'judge' | 'discard'): Promise<void> => {
      await call(calls.revokeReceivingAddress, { params: { projectId, id }, query: { waiting } })
      await read.mutate()
    },
  }
}
