import { leadHooks, PROSPECT_HOOKS } from '@leadlight/server/hooks'
import { recordChange } from '@leadlight/server/core/audit/record-change'
import { createAuthenticator } from '@leadlight/server/core/accounts/authenticator'
import { createSessionTokens, type SessionTokens } from '@leadlight/server/core/accounts/session-tokens'
import { leadRoutes } from '@leadlight/server/workspace/leads/routes'
import { systemClock } from '@leadlight/server/platform/clock'
import { createKeys } from '@leadlight/server/platform/crypto'
import type { Database } from '@leadlight/server/platform/database'
import { createApp } from '@leadlight/server/platform/http'
import { createIds } from '@leadlight/server/platform/ids'
import { createJobs } from '@leadlight/server/platform/jobs'
import { silentLog } from '@leadlight/server/platform/log'
import { createMetrics } from '@leadlight/server/platform/metrics'
import { prospectRoutes } from '@leadlight/server/people/prospects/routes'
import { systemRandom } from '@leadlight/server/platform/random'
import type { ListRequest } from './scenarios.ts'
import type { SeededOrganization } from './seed.ts'

/** Signs the tokens of this benchmark's own installation. */
export const SECRET_KEY = 'the benchmark of the list and nothing else'

export interface Statement {
  text: string
  values: unknown[]
}

export function pathOf({ organization, query, list = '/api/v1/leads' }: ListRequest): string {
  return `${list}/${organization.projectId}?${query.toString()}`
}

export function sessionTokens(): SessionTokens {
  return createSessionTokens(createKeys(SECRET_KEY))
}

export function issueToken(
  tokens: SessionTokens,
  organization: Pick<SeededOrganization, 'accountId' | 'sessionId'>,
): Promise<string> {
  const issuedAt = systemClock.now()
  const claims = { userId: organization.accountId, sessionId: organization.sessionId }
  return tokens.issue(claims, { issuedAt, expiresAt: new Date(issuedAt.getTime() + 86_400_000) })
}

/**
 * Resolves with every statement that a request of the list sends, from reading the session to the last commit, as the
 * product's own routes send them on `database`.
 */
export function createCapture(database: Database): (request: ListRequest) => Promise<Statement[]> {
  const sent: Statement[] = []
  const tapped = new WeakSet<object>()
  database.pool.on('acquire', (client) => {
    if (tapped.has(client)) return
    tapped.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      const [text, values] = args
      if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? [...(values as unknown[])] : [] })
      return send(...args)
    }) as typeof client.query
  })
  const { db } = database
  const clock = systemClock
  const newId = createIds(clock, systemRandom)
  const tokens = sessionTokens()
  const authenticator = createAuthenticator({
    db,
    clock,
    tokens,
    limits: { keyCallsPerMinute: 600, sessionCallsPerMinute: 0, organizationCallsPerMinute: 0 },
    sessionIdleHours: 72,
  })
  const http = {
    authenticator,
    clock,
    newId,
    log: silentLog,
    metrics: createMetrics(),
    trustProxy: [],
    publicCallsPerMinute: 0,
    recordChange,
    emitChange: () => undefined,
    socketAddress: () => '',
  }
  const app = createApp(http)
  // Nothing changes here, so its jobs are never started.
  const jobs = createJobs({ database, log: silentLog, clock, newId })
  leadRoutes(app, { db, clock, newId, ...leadHooks({ clock, jobs }), channels: [] })
  prospectRoutes(app, { db, clock, newId, ...PROSPECT_HOOKS })
  return async (request) => {
    sent.length = 0
    const authorization = `Bearer ${await issueToken(tokens, request.organization)}`
    const response = await app.hono.request(pathOf(request), { headers: { authorization } })
    if (response.status !== 200) throw new Error(`${pathOf(request)}: ${response.status} ${await response.text()}`)
    if (sent.length === 0) throw new Error('No statement was seen')
    return [...sent]
  }
}
