import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

const SET_UP = `
  create table bare_account (id integer primary key, balance bigint not null check (balance >= 0));
  create table bare_entry (
    id uuid primary key, account_id integer not null references bare_account, amount bigint not null, key text not null,
    created_at timestamptz not null default now(), unique (account_id, key));`

/** The least that debits a balance once and records it: no tenants, no reservations, no reasons. */
export async function prepareBareDebits(pool: Pool, accounts: number): Promise<void> {
  await pool.query(SET_UP)
  await pool.query('insert into bare_account select number, 1000000000000 from generate_series(0, $1) number', [
    accounts - 1,
  ])
}

/** Debits one of the accounts by 1, in a transaction of four statements sent one after another. */
export async function debitBare(pool: Pool, account: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      'update bare_account set balance = balance - 1 where id = $1 and balance >= 1 returning balance',
      [account],
    )
    const entry = [randomUUID(), account, -1, randomUUID()]
    await client.query('insert into bare_entry (id, account_id, amount, key) values ($1, $2, $3, $4)', entry)
    await client.query('commit')
  } finally {
    client.release()
  }
}
