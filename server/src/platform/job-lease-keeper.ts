import { hostname } from 'node:os'
import { slept, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { NewId } from './ids.ts'
import { insertWorkerLease, LEASE_MS, RENEW_MS } from './job-leases.ts'
import type { Log } from './log.ts'
import { platformScope } from './scopes.ts'

const RENEW_SQL = `update worker_lease set expires_at = clock_timestamp() + $2 * interval '1 millisecond' where id = $1 returning id`

export interface LeaseKeeper {
  /** The id of the lease held now. */
  workerId(): string
  start(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  database: Database
  log: Log
  clock: Clock
  newId: NewId
  /** Told that others may have taken this worker's jobs; called before a new lease is taken. */
  onLost: () => void
}

/** Holds this worker's lease, renewing it each second, and takes a new one when it was lost. */
export function createLeaseKeeper({ database, log, clock, newId, onLost }: Options): LeaseKeeper {
  const stopping = new AbortController()
  let workerId = newId()
  let renewedAtMs = 0
  let isHeld = false
  let beating: Promise<void> | undefined

  async function takeNew(): Promise<void> {
    workerId = newId()
    const lease = { id: workerId, instanceId: database.instanceId, name: `${hostname()}:${process.pid}` }
    await database.db.transaction(platformScope(), (tx) => insertWorkerLease(tx, lease))
    renewedAtMs = clock.now().getTime()
    isHeld = true
  }

  async function renew(): Promise<void> {
    const askedAtMs = clock.now().getTime()
    const renewed = await database.askApart(RENEW_SQL, [workerId, LEASE_MS])
    if (renewed.length === 1) renewedAtMs = askedAtMs
    else lose('Another worker took this worker for dead and has its jobs.')
  }

  function lose(why: string): void {
    isHeld = false
    log.warn({ workerId }, why)
    onLost()
  }

  // Nobody else can take an embedded database's leases, so there silence means only that we waited our turn.
  function isSilentTooLong(): boolean {
    return database.kind === 'postgres' && clock.now().getTime() - renewedAtMs > LEASE_MS
  }

  async function beat(): Promise<void> {
    try {
      if (isHeld) await renew()
      if (!isHeld) await takeNew()
    } catch (error) {
      log.warn({ err: error }, 'The lease of this worker could not be renewed.')
      if (isHeld && isSilentTooLong()) lose('The database is out of reach; others may take this worker for dead.')
    }
  }

  async function keep(): Promise<void> {
    while (await slept(clock, RENEW_MS, stopping.signal)) await beat()
  }

  return {
    workerId: () => workerId,
    async start() {
      await takeNew()
      beating = keep()
    },
    async stop() {
      stopping.abort()
      await beating
    },
  }
}
