/** How long a statement may take, unless its transaction says otherwise. */
export const STATEMENT_MS_MAX = 30_000

/**
 * PostgreSQL's timeouts for a statement, for a lock, and for a transaction that waits for its next statement. Each
 * transaction sets them for itself: a pooler refuses them when a connection opens, and leaks a session's settings to
 * others.
 */
export const SERVER_LIMITS: Settings = {
  statement_timeout: `${STATEMENT_MS_MAX}ms`,
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '60s',
}

/** For work that takes as long as it takes. */
export const NO_LIMITS: Settings = { statement_timeout: '0', lock_timeout: '0' }

export type Settings = Readonly<Record<string, string>>

/**
 * Statements that set these until the transaction ends, to be sent in front of others. Names and values are our own.
 */
export function setLocal(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `set local ${name} = '${value}'; `)
    .join('')
}
