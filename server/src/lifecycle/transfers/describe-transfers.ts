import { findPeople, nameOf } from '../../core/accounts/find-people.ts'
import type { Tx } from '../../platform/db.ts'
import type { Transfer } from './transfer-store.ts'

export interface DescribedTransfer extends Transfer {
  /** Null if the account is gone. */
  requesterName: string | null
}

export async function describeTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<DescribedTransfer[]> {
  const people = await findPeople(
    tx,
    transfers.flatMap(({ requestedBy }) => requestedBy ?? []),
  )
  return transfers.map((transfer) => {
    const requester = transfer.requestedBy === null ? undefined : people.get(transfer.requestedBy)
    return { ...transfer, requesterName: requester ? nameOf(requester) : null }
  })
}

export async function describeTransfer(tx: Tx, transfer: Transfer): Promise<DescribedTransfer> {
  const [described] = await describeTransfers(tx, [transfer])
  return described ?? { ...transfer, requesterName: null }
}
