import type { Pool, PoolClient, QueryResult } from 'pg'
import { STATEMENT_MS_MAX } from './limits.ts'
import { connectBounded } from './silent-connections.ts'

/** A statement with its values, as Kysely compiles it. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Runs one statement in a transaction of its own. A pipelining connection sends all three messages before the first
 * answer. A failing statement turns the `commit` behind it into a rollback, so the connection is always clean. `beginning`
 * sets the usual limits.
 */
export async function readOnce<Row>(pool: Pool, beginning: string, statement: Statement): Promise<Row[]> {
  const client = await connectBounded(pool, STATEMENT_MS_MAX)
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

/** As `readOnce`, on a connection the caller holds. A connection left in a transaction must not be reused. */
export async function askOnce<Row>(client: PoolClient, beginning: string, statement: Statement): Promise<Row[]> {
  const { rows } = client.pipeline
    ? await sendTogether(client, beginning, statement)
    : await sendInTurn(client, beginning, statement)
  // The statement's author knows its rows; `pg` cannot.
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
