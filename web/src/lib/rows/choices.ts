import type { Status } from '@leadlight/contract/statuses'
import { NO_STATUS } from '@leadlight/domain/leads'

/** One option of a filter. */
export interface Choice {
  id: string
  name: string
  color?: Status['color']
}

/** The statuses to choose from, and "No status". */
export function statusChoices(statuses: readonly Status[]): Choice[] {
  return [...statuses.map(({ id, name, color }) => ({ id, name, color })), { id: NO_STATUS, name: 'No status' }]
}

/** The choices, with chosen ones that no longer exist, so the user can clear them. */
export function withDeleted(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const ids = new Set(choices.map((choice) => choice.id))
  const deleted = chosen.filter((id) => !ids.has(id)).map((id) => ({ id, name: 'No longer there' }))
  return [...choices, ...deleted]
}

export function toggled(chosen: readonly string[], id: string, on: boolean): string[] {
  return on ? [...chosen, id] : chosen.filter((one) => one !== id)
}
