import { hostname } from 'node:os'
import { createAttempt } from './attempt.ts'
import { slept, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { NewId } from './ids.ts'
import { insertWorkerLease, LEASE_MS, RENEW_LEASE, RENEW_MS } from './job-leases.ts'
import type { Log } from './log.ts'
import { platformScope } from './scopes.ts'

/** A renewal that took longer has missed the database, however it ended. */
const SLOW_MS = 2 * RENEW_MS

export interface LeaseKeeper {
  /** The id of the lease held now; undefined while none is, when nothing may be claimed. */
  workerId(): string | undefined
  start(): Promise<void>
  /** Resolves with the id of the lease held now or lost last, to be handed back. */
  stop(): Promise<string>
}

interface Options {
  database: Database
  log: Log
  clock: Clock
  newId: NewId
  /** Told that others may have taken this worker's jobs; called before a new lease is taken. */
  onLost: () => void
  /** Gives up what still hangs on a lease of ours that was lost, where nobody has taken it. */
  handBack: (workerId: string) => Promise<void>
}

/** Holds this worker's lease, renewing it each second, and takes a new one when it was lost. */
export function createLeaseKeeper({ database, log, clock, newId, onLost, handBack }: Options): LeaseKeeper {
  const stopping = new AbortController()
  const succeeds = createAttempt(log, 'The lease of this worker could not be renewed.')
  /** The lease held now or lost last. */
  let workerId = ''
  let renewedAtMs = 0
  let isHeld = false
  let wasAway = false
  let beating: Promise<void> | undefined

  async function take({ isNew }: { isNew: boolean }): Promise<void> {
    const taken = newId()
    const lease = { id: taken, instanceId: database.instanceId, name: `${hostname()}:${process.pid}`, isNew }
    await database.db.transaction(platformScope(), (tx) => insertWorkerLease(tx, lease))
    workerId = taken
    renewedAtMs = clock.now().getTime()
    isHeld = true
    wasAway = false
  }

  async function renew(): Promise<void> {
    const askedAtMs = clock.now().getTime()
    const renewed = await database.askApart(RENEW_LEASE, [workerId, LEASE_MS, wasAway])
    if (renewed.length === 0) return lose('Another worker took this worker for dead and has its jobs.')
    renewedAtMs = askedAtMs
    wasAway = clock.now().getTime() - askedAtMs > SLOW_MS
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

  async function renewOrTake(): Promise<void> {
    // An embedded database's lease is nobody else's to take, so it can wait until its disk has room again.
    if (isHeld && database.mayWrite()) await renew()
    if (isHeld) return
    // We live: what is still ours was no worker's death, and is nobody's to count as one.
    await handBack(workerId)
    await take({ isNew: false })
  }

  async function keep(): Promise<void> {
    while (await slept(clock, RENEW_MS, stopping.signal)) {
      if (await succeeds(renewOrTake)) continue
      wasAway = true
      if (isHeld && isSilentTooLong()) lose('The database is out of reach; others may take this worker for dead.')
    }
  }

  return {
    workerId: () => (isHeld ? workerId : undefined),
    async start() {
      await take({ isNew: true })
      beating = keep()
    },
    async stop() {
      stopping.abort()
      await beating
      return workerId
    },
  }
}
