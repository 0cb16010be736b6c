import type { Tx } from '../../platform/db.ts'
import { sumRequests } from './coverage-store.ts'

/** How many looks the project's searches took at each source in the time, and how many of them failed. */
export interface SourceRequests {
  platform: string
  source: string
  looks: number
  failed: number
}

export function countRequests(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date; to: Date },
): Promise<SourceRequests[]> {
  return sumRequests(tx, organizationId, request)
}
