import { Transaction, type CompiledQuery, type Dialect, type RawBuilder } from 'kysely'
import type { Tables, Tx } from './db.ts'

interface Pipelined {
  tx: Tx
  /** Sends a statement before this returns; its rows arrive later. */
  send: <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
  /** Refuses further statements: they would arrive after the end of the transaction. */
  end: () => void
}

/**
 * The same transaction with its statements pipelined: each is sent without waiting for the answer to the one before, in
 * the order they were called. Kysely's own transaction sends each after the last was answered.
 */
export async function pipelined(serial: Tx, dialect: Dialect): Promise<Pipelined> {
  const connection = await serial.getExecutor().provideConnection((only) => Promise.resolve(only))
  let hasEnded = false
  const executor = serial.getExecutor().withConnectionProvider({
    async provideConnection(consumer) {
      if (hasEnded) throw new Error('A statement came after the end of its transaction.')
      return consumer(connection)
    },
  })
  const tx = new Transaction<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
  return {
    tx,
    send: async <Row>(statement: RawBuilder<Row>) => {
      const query: CompiledQuery<Row> = statement.compile(tx)
      return (await connection.executeQuery<Row>(query)).rows
    },
    end: () => {
      hasEnded = true
    },
  }
}
