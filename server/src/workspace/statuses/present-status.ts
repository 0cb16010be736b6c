import type { Status } from '@leadlight/contract/statuses'
import type { StatusRow } from './status-store.ts'

export function presentStatus({ id, name, color, position }: StatusRow): Status {
  return { id, name, color, position }
}
