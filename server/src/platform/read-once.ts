import type { CompiledQuery } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'

/**
 * One statement in a transaction of its own. On a pipelining connection all three messages are sent before the first
 * answer comes; a statement that fails turns the `commit` behind it into a rollback, so the connection is always clean.
 */
export async function readOnce<Row>(pool: Pool, beginning: string, query: CompiledQuery<Row>): Promise<Row[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = client.pipeline
      ? await sendTogether(client, beginning, query)
      : await sendInTurn(client, beginning, query)
    // Kysely types the rows of its own compiled statement; `pg` cannot know them.
    return rows as Row[]
  } catch (error) {
    if (client.getTransactionStatus() !== 'I') broken = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(broken)
  }
}

async function sendTogether(client: PoolClient, beginning: string, query: CompiledQuery): Promise<QueryResult> {
  const sent = [
    client.query(beginning),
    client.query(query.sql, [...query.parameters]),
    client.query('commit'),
  ] as const
  const [begun, answered, ended] = await Promise.allSettled(sent)
  for (const outcome of [begun, answered, ended]) if (outcome.status === 'rejected') throw outcome.reason
  return await sent[1]
}

async function sendInTurn(client: PoolClient, beginning: string, query: CompiledQuery): Promise<QueryResult> {
  await client.query(beginning)
  try {
    return await client.query(query.sql, [...query.parameters])
  } finally {
    await client.query('commit')
  }
}
