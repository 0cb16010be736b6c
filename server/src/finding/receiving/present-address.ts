import type { ReceivingAddress } from '@leadlight/contract/receiving'
import type { AddressRow, WaitsFor } from './address-store.ts'

const BECAUSE: Record<WaitsFor, string> = {
  credits: 'They wait for credits: judging goes on as soon as there are some.',
  signals: 'They wait for the project’s first intent signal: there is nothing to judge them by.',
}

export function presentAddress(
  row: AddressRow,
  { waiting, createdBy }: { waiting: number; createdBy: string | null },
): ReceivingAddress {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    created_by: createdBy,
    created_at: row.created_at.toISOString(),
    last_received_at: row.last_received_at?.toISOString() ?? null,
    received: row.received,
    leads: row.leads,
    waiting,
    waits_because: waiting > 0 && row.waits_for !== null ? BECAUSE[row.waits_for] : null,
    problem: row.problem,
    problem_at: row.problem_at?.toISOString() ?? null,
  }
}
