import type { ClientBase } from 'pg'

/**
 * Rolls back the open transaction after `error`, and resolves with the error to throw. A lost connection, which drivers
 * report in many ways, becomes one sentence. `before` names what did not happen, and what became of the part that did.
 */
export async function rollBack(client: ClientBase, error: unknown, before: string): Promise<unknown> {
  const isLost = await client.query('rollback').then(
    () => false,
    () => true,
  )
  if (!isLost) return error
  const said = error instanceof Error ? error.message : String(error)
  return new Error(`The connection to the database ended (${said}) before ${before}. Run it again.`, { cause: error })
}
