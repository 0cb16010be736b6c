import { operatorScope } from '../../platform/scopes.ts'
import { inColumns } from './in-columns.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { listUsersOf, type ListedUser } from './operator-store.ts'

/** Everybody with an account, as the lines of a table. */
export async function listUsers(
  { db }: OperatorDependencies,
  { search, limit }: { search: string | undefined; limit: number },
): Promise<string[]> {
  const found = await db.transaction(operatorScope(), (tx) => listUsersOf(tx, { search, limit: limit + 1 }))
  if (found.length === 0) return [search === undefined ? 'There are no users yet.' : 'No user is found by that.']
  const lines = inColumns(['address', 'name', 'role', 'organization', 'since'], found.slice(0, limit).map(cellsOf))
  return found.length > limit ? [...lines, `There are more than ${limit}; raise --limit or add --search.`] : lines
}

function cellsOf({ email, name, isVerified, membership, createdAt }: ListedUser): string[] {
  return [
    isVerified ? email : `${email} (not verified)`,
    name,
    membership?.role ?? '',
    membership?.organizationName ?? '',
    createdAt.toISOString().slice(0, 10),
  ]
}
