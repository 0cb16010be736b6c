import type { ApiKey } from '@leadlight/contract/api-keys'
import type { ApiKeyRow } from './key-store.ts'

/** `known` are the projects that its user may see; others are left out. */
export function presentKey(row: ApiKeyRow, known: ReadonlySet<string>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    project_ids: row.project_ids?.filter((id) => known.has(id)) ?? null,
    hint: row.hint,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
