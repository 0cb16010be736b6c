import { RECEIVED_BYTES_MAX, WAITING_DAYS_MAX } from '@leadlight/domain/receiving'
import type { Tx } from '../../../platform/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JobContext } from '../../../platform/jobs.ts'
import type { MailboxConfig } from '../../../platform/mailbox-config.ts'
import { installationScope } from '../../../platform/scopes.ts'
import type { CalledAddress } from '../address-store.ts'
import { findAddress, receive } from '../receive.ts'
import type { ReceivingDependencies } from '../receiving-dependencies.ts'
import { MailboxError, type MailHead, type OpenMailbox } from './mailbox.ts'
import {
  advance,
  claimMailbox,
  noteOutcome,
  noteReading,
  noteTry,
  takeTryBack,
  type MailboxState,
  type MailCounts,
  type Position,
} from './mailbox-store.ts'
import { recipientWords } from './recipient-words.ts'

const MAILS_AT_ONCE = 50
/** With the rests between them an hour, so that no server which comes and goes makes a mail be passed over. */
const TRIES_MAX = 8
/** Whoever is told to come again so soon waits; a queue that is full is full for longer. */
const BRIEF_MS = 10_000
const BRIEF_WAITS_MAX = 3
const PASSED_OVER = 'A mail failed several times and is passed over.'
const NONE: MailCounts = { taken: 0, refused: 0, passedOver: 0 }
const DAY_MS = 24 * 60 * 60_000

/** A backlog is read in pieces, so that no run is taken for one that hangs. */
const READING_MS_MAX = 5 * 60_000

interface Context extends Pick<JobContext, 'signal' | 'leaving'> {
  /** Whether to leave it alone for now, as it could not be read. */
  isResting: (state: MailboxState) => boolean
}
/** How reading went: whether there is more to read, or why it cannot be read. */
export type MailboxRead = 'done' | 'again' | 'rests' | MailboxError

interface Reading {
  deps: ReceivingDependencies
  name: string
  mailbox: OpenMailbox
  signal: AbortSignal
  /** Whether to stop behind this mail, and go on in another run. */
  isOver: () => boolean
}

/**
 * Reads what is new in the operator’s mailbox, one mail after another. A mail for a receiving address is taken as if it
 * had been posted there; all others are counted. The mailbox itself stays as it is. Where it was cut short it goes on
 * behind the last mail that was done: a mail that was done but not noted is read again, and its posts are duplicates.
 * Resolves with the reason where the mailbox cannot be read; the log says that once, and once that it is over.
 */
export async function readMailbox(
  deps: ReceivingDependencies,
  config: MailboxConfig,
  { isResting, ...context }: Context,
): Promise<MailboxRead> {
  const name = `${config.user} at ${config.host}:${config.port}, ${config.folder}`
  const state = await inDatabase(deps, async (tx) => {
    const claimed = await claimMailbox(tx, name, deps.clock.now())
    if (isResting(claimed)) return undefined
    await noteReading(tx, name, deps.clock.now())
    return claimed
  })
  if (!state) return 'rests'
  const outcome = await readOpened(deps, { config, name, state }, context).catch(async (error: unknown) => {
    if (error instanceof MailboxError) return error
    // What is wrong on our side says nothing of the mail. Where not even this can be noted, the try counts.
    if (isOurs(error)) await inDatabase(deps, (tx) => takeTryBack(tx, name)).catch(() => undefined)
    throw error
  })
  const problem = outcome instanceof MailboxError ? outcome.message : null
  const isAtEnd = outcome === 'done'
  await inDatabase(deps, (tx) => noteOutcome(tx, name, { problem, isAtEnd, now: deps.clock.now() }))
  if (outcome instanceof MailboxError && problem !== state.problem) {
    deps.log.warn({ mailHost: config.host, problem }, 'The mailbox cannot be read.')
  }
  if (problem === null && state.problem !== null) deps.log.info({ mailHost: config.host }, 'The mailbox is read again.')
  return outcome
}

async function readOpened(
  deps: ReceivingDependencies,
  { config, name, state }: { config: MailboxConfig; name: string; state: MailboxState },
  { signal, leaving }: Pick<JobContext, 'signal' | 'leaving'>,
): Promise<'done' | 'again'> {
  // Loaded only where there is a mailbox to read.
  const { openMailbox } = await import('./open-mailbox.ts')
  const endsMs = deps.clock.now().getTime() + READING_MS_MAX
  const mailbox = await openMailbox(config, signal)
  const isOver = () => leaving.aborted || deps.clock.now().getTime() >= endsMs
  const reading: Reading = { deps, name, mailbox, signal, isOver }
  try {
    const position = await findPosition(reading, state)
    const uids = await mailbox.listAfter(position.lastUid)
    for (let from = 0; from < uids.length; from += MAILS_AT_ONCE) {
      if (isOver()) return 'again'
      const end = await readPiece(reading, position.uidValidity, uids.slice(from, from + MAILS_AT_ONCE))
      if (end === 'again') return 'again'
    }
    return 'done'
  } finally {
    await mailbox.close()
  }
}

/**
 * Behind which mail to go on. Where its mails have new numbers, or it was never read, behind those that arrived before the
 * last reading, at most so long ago as posts wait.
 */
async function findPosition({ deps, name, mailbox }: Reading, state: MailboxState): Promise<Position> {
  const { uidValidity, nextUid } = mailbox
  if (state.position?.uidValidity === uidValidity) return state.position
  const now = deps.clock.now().getTime()
  const since = Math.max(state.readAt?.getTime() ?? 0, now - (WAITING_DAYS_MAX - 1) * DAY_MS)
  // The server’s day may have begun earlier.
  const first = await mailbox.findFirstSince(new Date(since - DAY_MS))
  const position = { uidValidity, lastUid: (first ?? nextUid) - 1 }
  await inDatabase(deps, (tx) => advance(tx, name, position))
  return position
}

/**
 * Reads some mails. What tells for whom they are is asked for all at once; where that, or the first of them, was begun
 * before and not ended, one at a time, so that a mail which cannot even be asked for is found, and passed over in the end.
 */
async function readPiece(reading: Reading, uidValidity: number, uids: readonly number[]): Promise<'done' | 'again'> {
  const { deps, name, mailbox, signal, isOver } = reading
  const [first = 0] = uids
  const begun = await inDatabase(deps, (tx) => noteTry(tx, name, first))
  if (begun > 1) return readSingly(reading, uidValidity, { uids, begun })
  let passedOver = 0
  for (const head of await mailbox.readHeads(uids)) {
    signal.throwIfAborted()
    const addresses = await findAddresses(deps, head)
    if (addresses.length === 0) {
      passedOver += 1
      continue
    }
    const tries = head.uid === first ? begun : await beginMail(reading, { uidValidity, uid: head.uid, passedOver })
    passedOver = 0
    const isTaken = await takeMail(reading, head, { addresses, tries })
    const counts = { ...NONE, taken: isTaken ? 1 : 0, refused: isTaken ? 0 : 1 }
    await inDatabase(deps, (tx) => advance(tx, name, { uidValidity, lastUid: head.uid }, counts))
    if (isOver()) return 'again'
  }
  const lastUid = uids.at(-1) ?? 0
  await inDatabase(deps, (tx) => advance(tx, name, { uidValidity, lastUid }, { ...NONE, passedOver }))
  return 'done'
}

/** Notes that a mail is begun, and all before it are done. */
function beginMail(
  { deps, name }: Reading,
  { uidValidity, uid, passedOver }: { uidValidity: number; uid: number; passedOver: number },
): Promise<number> {
  return inDatabase(deps, async (tx) => {
    await advance(tx, name, { uidValidity, lastUid: uid - 1 }, { ...NONE, passedOver })
    return noteTry(tx, name, uid)
  })
}

async function readSingly(
  reading: Reading,
  uidValidity: number,
  { uids, begun }: { uids: readonly number[]; begun: number },
): Promise<'done' | 'again'> {
  const { deps, name, signal, isOver } = reading
  for (const [at, uid] of uids.entries()) {
    signal.throwIfAborted()
    const tries = at === 0 ? begun : await inDatabase(deps, (tx) => noteTry(tx, name, uid))
    const counts = await readOne(reading, uid, tries).catch(async (error: unknown) => {
      // This time only what it is for was asked, so nothing more is known of it.
      if (error instanceof MailboxError && tries > TRIES_MAX) {
        deps.log.error({ uid }, PASSED_OVER)
        await inDatabase(deps, (tx) => advance(tx, name, { uidValidity, lastUid: uid }, { ...NONE, passedOver: 1 }))
      }
      throw error
    })
    await inDatabase(deps, (tx) => advance(tx, name, { uidValidity, lastUid: uid }, counts))
    if (isOver()) return 'again'
  }
  return 'done'
}

/** What became of one mail, for which reading began so often. */
async function readOne(reading: Reading, uid: number, tries: number): Promise<MailCounts> {
  const { deps, mailbox } = reading
  if (tries > TRIES_MAX + 1) {
    deps.log.error({ uid }, PASSED_OVER)
    return { ...NONE, passedOver: 1 }
  }
  const [head] = await mailbox.readHeads([uid])
  if (!head) return NONE
  const addresses = await findAddresses(deps, head)
  if (addresses.length === 0) return { ...NONE, passedOver: 1 }
  const isTaken = await takeMail(reading, head, { addresses, tries })
  return { ...NONE, taken: isTaken ? 1 : 0, refused: isTaken ? 0 : 1 }
}

async function findAddresses(deps: ReceivingDependencies, { recipients }: MailHead): Promise<CalledAddress[]> {
  const found: CalledAddress[] = []
  for (const word of recipientWords(recipients)) {
    // Nobody sends a mail again that was left, so mails are not limited; what waits of an organization is.
    const called = await findAddress(deps, word, { cost: 0 })
    if (called) found.push(called.address)
  }
  return found
}

/** Whether each address took the mail, for which reading began so often. One that refused it has a note of why. */
async function takeMail(
  { deps, mailbox, signal }: Reading,
  head: MailHead,
  { addresses, tries }: { addresses: readonly CalledAddress[]; tries: number },
): Promise<boolean> {
  if (tries > TRIES_MAX) deps.log.error({ uid: head.uid }, PASSED_OVER)
  const read = async () => {
    if (tries > TRIES_MAX) throw new AppError('bad_request', 'body_malformed', 'A mail could not be read.')
    if (head.bytes > RECEIVED_BYTES_MAX) throw tooLarge()
    const bytes = await mailbox.readMail(head.uid)
    if (bytes === undefined)
      throw new AppError('bad_request', 'body_malformed', 'A mail was deleted before it was read.')
    if (bytes.length > RECEIVED_BYTES_MAX) throw tooLarge()
    return { bytes, contentType: 'message/rfc822' }
  }
  let areAllTaken = true
  for (const address of addresses) {
    if (!(await takeFor(deps, address, { read, signal }))) areAllTaken = false
  }
  return areAllTaken
}

/** The address has a note of why, where it is not taken. */
async function takeFor(
  deps: ReceivingDependencies,
  address: CalledAddress,
  { read, signal }: { read: Parameters<typeof receive>[2]; signal: AbortSignal },
): Promise<boolean> {
  for (let waits = 0; ; waits += 1) {
    try {
      await receive(deps, address, read)
      return true
    } catch (error) {
      if (!(error instanceof AppError) || isOurs(error)) throw error
      const { retryAfterMs = Infinity } = error
      if (retryAfterMs > BRIEF_MS || waits === BRIEF_WAITS_MAX) return false
      await deps.clock.sleep(retryAfterMs, signal)
    }
  }
}

/** Whether the installation itself cannot take it now, such as while the database is away. */
function isOurs(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unavailable'
}

function tooLarge(): AppError {
  return new AppError('too_large', 'body_too_large', `A mail was larger than ${RECEIVED_BYTES_MAX / 1000} KB.`)
}

function inDatabase<Result>({ db }: ReceivingDependencies, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return db.transaction(installationScope(), work)
}
