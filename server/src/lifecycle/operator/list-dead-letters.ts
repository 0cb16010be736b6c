import { listDeadLetters as listLetters, type DeadLetter } from '../../platform/job-dead-letters.ts'
import { idsIn } from '../../platform/job-run.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { inColumns } from './in-columns.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { nameOrganizations } from './operator-store.ts'

const ERROR_MAX = 120

/** Jobs that failed for good, the newest first, as the lines of a table: whose they are, what of, and why they failed. */
export async function listDeadLetters(
  { db }: OperatorDependencies,
  { jobName, limit }: { jobName: string | undefined; limit: number },
): Promise<string[]> {
  const ofJob = jobName === undefined ? undefined : { name: jobName }
  const { letters, names } = await db.transaction(operatorScope(), async (tx) => {
    const found = await listLetters(tx, limit + 1, ofJob)
    const ids = found.flatMap(({ payload }) => idsIn(payload)['organizationId'] ?? [])
    return { letters: found, names: await nameOrganizations(tx, [...new Set(ids)]) }
  })
  if (letters.length === 0) return ['No job lies among the dead letters.']
  const titles = ['id', 'job', 'died', 'organization', 'about', 'error']
  const lines = inColumns(
    titles,
    letters.slice(0, limit).map((letter) => cellsOf(letter, names)),
  )
  return letters.length > limit ? [...lines, `There are more than ${limit}; raise --limit or add --job.`] : lines
}

function cellsOf({ id, jobName, payload, error, diedAt }: DeadLetter, names: ReadonlyMap<string, string>): string[] {
  const { organizationId, ...others } = idsIn(payload)
  const about = Object.entries(others).map(([name, value]) => `${name} ${value}`)
  const owner = organizationId === undefined ? '' : (names.get(organizationId) ?? organizationId)
  return [id, jobName, diedAt.toISOString().slice(0, 16), owner, about.join(' '), messageOf(error)]
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
  return message.length > ERROR_MAX ? `${message.slice(0, ERROR_MAX)}…` : message
}
