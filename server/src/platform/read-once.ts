import type { Pool, PoolClient, QueryResult } from 'pg'

/** A statement with its values, as Kysely compiles it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * One statement in a transaction of its own. On a pipelining connection all three messages are sent before the first
 * answer comes; a statement that fails turns the `commit` behind it into a rollback, so the connection is always clean.
 */
export async function readOnce<Row>(pool: Pool, beginning: string, statement: Statement): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await askOnce<Row>(client, beginning, statement)
  } catch (error) {
    if (client.getTransactionStatus() !== 'I') broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

/** As `readOnce`, on a connection that the caller holds, which is no longer fit for use where it stays in a transaction. */
export async function askOnce<Row>(client: PoolClient, beginning: string, statement: Statement): Promise<Row[]> {
  const { rows } = client.pipeline
    ? await sendTogether(client, beginning, statement)
    : await sendInTurn(client, beginning, statement)
  // Whoever wrote the statement knows its rows; `pg` cannot.
  return rows as Row[]
}

async function sendTogether(client: PoolClient, beginning: string, statement: Statement): Promise<QueryResult> {
  const sent = [
    client.query(beginning),
    client.query(statement.sql, [...statement.parameters]),
    client.query('commit'),
  ] as const
  const [begun, answered, ended] = await Promise.allSettled(sent)
  for (const outcome of [begun, answered, ended]) if (outcome.status === 'rejected') throw outcome.reason
  return await sent[1]
}

async function sendInTurn(client: PoolClient, beginning: string, statement: Statement): Promise<QueryResult> {
  await client.query(beginning)
  try {
    return await client.query(statement.sql, [...statement.parameters])
  } finally {
    await client.query('commit')
  }
}
