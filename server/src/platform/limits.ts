/**
 * How long a statement may run, may wait for a lock, and a transaction may wait for its next statement, as settings of PostgreSQL.
 * Each transaction sets them for itself: a pooler refuses them where a connection is opened, and lends a session's settings on.
 */
export const SERVER_LIMITS: Settings = {
  statement_timeout: '30s',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '60s',
}

/** For work that takes as long as it takes. */
export const NO_LIMITS: Settings = { statement_timeout: '0', lock_timeout: '0' }

export type Settings = Readonly<Record<string, string>>

/** Statements that set these until the transaction ends, to be sent in front of others. Names and values are our own. */
export function setLocal(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value}'; `)
    .join('')
}
