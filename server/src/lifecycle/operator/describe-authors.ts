import type { FoundAuthor } from '../retention/find-authors.ts'
import { inColumns } from './in-columns.ts'

/** Authors as the lines of a table, a line for each form in which posts name one. */
export function describeAuthors(found: readonly FoundAuthor[]): string[] {
  return inColumns(
    ['id', 'name', 'address', 'posts'],
    found.flat().map(({ externalId, name, url, posts }) => [externalId, name, url ?? '', String(posts)]),
  )
}
