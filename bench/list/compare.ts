import type { Database } from '@leadlight/server/platform/database'
import { createCapture, issueToken, pathOf, sessionTokens, type Statement } from './capture.ts'
import { DATABASE, OWNER, type OwnPostgres } from './own-postgres.ts'
import { findPgbench, loopPeer, pgbenchPeer, type Peer } from './peer.ts'
import type { Scenario } from './scenarios.ts'
import { serve, type Served } from './served.ts'
import { medianOf, printTable, timesOf, type Row, type Times } from './table.ts'

export const ROUNDS = 5
const REQUESTS_A_ROUND = 90
export const REQUESTS_A_ROUND_MIN = 18
/** A slow scenario is asked less often, so that a round of it takes about this long. */
export interface Pace {
  rounds: number
  roundMs: number
}
const PACE: Pace = { rounds: ROUNDS, roundMs: 3_000 }
/** Just-in-time compilation settles within this many. */
const WARMING_REQUESTS = 1_500
/** Times the scenarios over HTTP against pgbench running the same SQL, side by side, and prints the table. */
export async function compare(
  { socketDir, ownerUrl }: OwnPostgres,
  owned: Database,
  scenarios: Scenario[],
  pace: Pace = PACE,
): Promise<{ peer: string; rows: Row[] }> {
  const pgbench = findPgbench()
  if (!pgbench)
    console.log('There is no pgbench here (Debian: postgresql-contrib), so the peer is a plain loop over `pg`.')
  const connection = { socketDir, user: OWNER, database: DATABASE }
  const capture = createCapture(owned)
  const captured = new Map<Scenario, Statement[][]>()
  for (const scenario of scenarios) {
    const statements = []
    for (const request of scenario.requests) statements.push(await capture(request))
    captured.set(scenario, statements)
  }
  const peer = pgbench ? pgbenchPeer(pgbench, connection) : loopPeer(owned.pool)
  const server = await serve({ DATABASE_URL: ownerUrl })
  try {
    const rows: Row[] = []
    if (scenarios[0]) await timeRequests(server, scenarios[0], WARMING_REQUESTS)
    for (const scenario of scenarios) {
      process.stderr.write(`${scenario.name}…\r\u001B[K`)
      rows.push(await sideBySide(server, scenario, { peer, captured: captured.get(scenario) ?? [], ...pace }))
    }
    printTable(peer.name, rows)
    return { peer: peer.name, rows }
  } finally {
    await server.stop()
  }
}

/** Takes turns, so that both meet the same conditions. A side's figure is the median of its rounds. */
async function sideBySide(
  server: Served,
  scenario: Scenario,
  { peer, captured, rounds, roundMs }: Pace & { peer: Peer; captured: Statement[][] },
): Promise<Row> {
  const warming = await timeRequests(server, scenario, REQUESTS_A_ROUND_MIN)
  await peer.measure(captured, REQUESTS_A_ROUND_MIN)
  const count = Math.max(REQUESTS_A_ROUND_MIN, Math.min(REQUESTS_A_ROUND, Math.floor(roundMs / timesOf(warming).p50Ms)))
  const ours: Times[] = []
  const theirs: Times[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(timesOf(await timeRequests(server, scenario, count)))
    theirs.push(timesOf(await peer.measure(captured, count)))
  }
  return { name: scenario.name, ours: medianOf(ours), peer: medianOf(theirs) }
}

export async function timeRequests(server: Served, { requests }: Scenario, count: number): Promise<number[]> {
  const tokens = sessionTokens()
  const prepared = await Promise.all(
    requests.map(async (request) => ({ path: pathOf(request), token: await issueToken(tokens, request.organization) })),
  )
  const connection = await server.connect()
  const times: number[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const request = prepared[index % prepared.length]
      if (request) times.push(await connection.time(request.path, request.token))
    }
  } finally {
    connection.close()
  }
  return times
}
