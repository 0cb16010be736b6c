import type { Context } from 'hono'
import type { Log } from './log.ts'

/** What is noted of a request while it is answered. */
export interface RequestVariables {
  requestId: string
  route: string
  /** Who made it, once that is known. */
  userId?: string
  /** The code of the problem that it was answered with. */
  code?: string
  /** Which account a refused sign-in tried, under a name of the log's own. */
  account?: string
}

/** The address to which other tools send posts. */
const SECRET_PATH = /^\/+in\/.*/isu

/**
 * Logs an answered request, by its path without the query. Of one that met a problem it says which, from where it came
 * and who made it, so that attempts to get past a control can be found.
 */
export function logRequest(
  log: Log['info'],
  c: Context<{ Variables: RequestVariables }>,
  { client, ms }: { client: string; ms: number },
): void {
  const { method } = c.req
  // What stands there lets anybody in who reads the log.
  const path = c.req.path.replace(SECRET_PATH, '/in/…')
  const { requestId, code, userId, account } = c.var
  const problem =
    code === undefined
      ? {}
      : { code, client, ...(userId !== undefined && { userId }), ...(account !== undefined && { account }) }
  log({ requestId, method, path, status: c.res.status, ms, ...problem }, 'request')
}
