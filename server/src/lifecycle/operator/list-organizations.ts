import { toCredits } from '@leadlight/domain/credits'
import { operatorScope } from '../../platform/scopes.ts'
import { inColumns } from './in-columns.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { listOrganizationsOf, type ListedOrganization } from './operator-store.ts'

/** Every organization, as the lines of a table. */
export async function listOrganizations(
  { db }: OperatorDependencies,
  { search, limit }: { search: string | undefined; limit: number },
): Promise<string[]> {
  const found = await db.transaction(operatorScope(), (tx) => listOrganizationsOf(tx, { search, limit: limit + 1 }))
  if (found.length === 0) {
    return [search === undefined ? 'There are no organizations yet.' : 'No organization is found by that.']
  }
  const lines = inColumns(['id', 'name', 'people', 'credits', 'since'], found.slice(0, limit).map(cellsOf))
  return found.length > limit ? [...lines, `There are more than ${limit}; raise --limit or add --search.`] : lines
}

function cellsOf({ id, name, people, balance, createdAt }: ListedOrganization): string[] {
  return [id, name, String(people), String(toCredits(balance)), createdAt.toISOString().slice(0, 10)]
}
