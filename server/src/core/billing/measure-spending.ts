import type { Millicredits } from '@leadlight/domain/credits'
import type { WorkKind } from '@leadlight/domain/ledger'
import type { Tx } from '../../platform/db.ts'
import { sumSpentInProject } from './entry-store.ts'

export interface ProjectSpending {
  work: WorkKind | null
  signalId: string | null
  credits: Millicredits
}

/** What the project cost its organization from one instant up to another, by kind of work and signal. */
export function measureSpending(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date; to: Date },
): Promise<ProjectSpending[]> {
  return sumSpentInProject(tx, organizationId, request)
}
