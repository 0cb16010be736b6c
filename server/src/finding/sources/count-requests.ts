import type { Tx } from '../../platform/db.ts'
import { sumRequests } from './coverage-store.ts'

/** How many requests the project's searches made to each source in that time, and how many failed. */
export interface SourceRequests {
  platform: string
  source: string
  requests: number
  failed: number
}

export function countRequests(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date; to: Date },
): Promise<SourceRequests[]> {
  return sumRequests(tx, organizationId, request)
}
