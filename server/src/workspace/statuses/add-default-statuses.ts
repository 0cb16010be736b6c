import { DEFAULT_LEAD_STATUSES, DEFAULT_PROSPECT_STATUSES, type StatusTemplate } from '@leadlight/domain/statuses'
import type { Tx } from '../../platform/db.ts'
import type { StatusDependencies } from './status-dependencies.ts'
import { insertStatuses, type StatusKind, type StatusRow } from './status-store.ts'

/** Gives a new project its first statuses, for its leads and for its people and companies. */
export function addDefaultStatuses(
  tx: Tx,
  { clock, newId }: Pick<StatusDependencies, 'clock' | 'newId'>,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const made = (kind: StatusKind, templates: readonly StatusTemplate[]): StatusRow[] =>
    templates.map((template, position) => ({ ...template, id: newId(), kind, position }))
  const statuses = [...made('lead', DEFAULT_LEAD_STATUSES), ...made('prospect', DEFAULT_PROSPECT_STATUSES)]
  return insertStatuses(tx, organizationId, projectId, { statuses, now: clock.now() })
}
