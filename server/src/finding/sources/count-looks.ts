import type { Tx } from '../../platform/db.ts'
import { sumLooks } from './coverage-store.ts'

/** How many looks the project's searches took at each source in the time, and how many of them failed. */
export interface LooksAtSource {
  platform: string
  source: string
  looks: number
  failed: number
}

export function countLooks(
  tx: Tx,
  organizationId: string,
  request: { projectId: string; from: Date; to: Date },
): Promise<LooksAtSource[]> {
  return sumLooks(tx, organizationId, request)
}
