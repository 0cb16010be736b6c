import { formatCount, formatNumber } from '../format.ts'
import type { Undo } from './changes.ts'
import { codeOf } from '../request-error.ts'
import { PartlyDone } from './changes.ts'
import type { Row } from './loaded-rows.ts'

/** The rows of a change: those named, or all that match the filters (`rows` are then the loaded ones). */
export interface Target<Item extends Row, Filters> {
  rows: readonly Item[]
  allOf?: { filters: Filters; count: number; isCapped: boolean }
}

type AnyTarget = Target<Row, unknown>

interface Bulk<Filters, Body> {
  target: Target<Row, Filters>
  /** The most rows that one call may name. */
  idsMax: number
  naming: (ids: string[]) => Body
  matching: (filters: Filters) => Body
  send: (body: Body) => Promise<{ undo_token: string | null }>
  undo: (undoToken: string) => Promise<unknown>
  /** Refetches what shows. */
  refresh: () => void
}

/**
 * Sends a bulk change in as many calls as it takes; returns how to undo it, null if nothing changed. Throws `PartlyDone`
 * where a call failed after others. An undo that failed goes on, when it is called again, with what is left of it.
 */
export async function sendInBulk<Filters, Body>(bulk: Bulk<Filters, Body>): Promise<Undo | null> {
  const { target, idsMax, refresh } = bulk
  const tokens: string[] = []
  const undoOne = undoingOnce(bulk.undo)
  const undo = async () => {
    for (let token = tokens.at(-1); token !== undefined; token = tokens.at(-1)) {
      await undoOne(token)
      tokens.pop()
    }
    if (target.allOf) refresh()
  }
  try {
    for (const body of bodies(bulk)) tokens.push(...tokenOf(await bulk.send(body)))
  } catch (error) {
    throw tokens.length > 0 ? new PartlyDone(error, undo) : error
  } finally {
    // Only the server knows about rows that are not loaded, or were changed before a later call failed.
    if (target.allOf || target.rows.length > idsMax) refresh()
  }
  return tokens.length === 0 ? null : undo
}

/**
 * Undoes by token. A token that is refused as undone when it is tried again counts as done: the first try did it, and only
 * its answer was lost.
 */
function undoingOnce(undo: (token: string) => Promise<unknown>): (token: string) => Promise<void> {
  let tried: string | null = null
  return async (token) => {
    try {
      await undo(token)
    } catch (error) {
      if (token !== tried || codeOf(error) !== 'undo_not_found') throw error
    } finally {
      tried = token
    }
  }
}

/** The bodies of the bulk calls: the filter, or the ids in chunks of the contract's limit. */
function* bodies<Filters, Body>({ target, idsMax, naming, matching }: Bulk<Filters, Body>): Generator<Body> {
  if (target.allOf) {
    yield matching(target.allOf.filters)
    return
  }
  const ids = target.rows.map((row) => row.id)
  for (let at = 0; at < ids.length; at += idsMax) yield naming(ids.slice(at, at + idsMax))
}

function tokenOf({ undo_token }: { undo_token: string | null }): string[] {
  return undo_token === null ? [] : [undo_token]
}

export function targetIds(target: AnyTarget): readonly string[] | null {
  return target.allOf ? null : target.rows.map((row) => row.id)
}

/** The number of rows in words. */
export function countInWords({ rows, allOf }: AnyTarget, one: string, several = `${one}s`): string {
  if (allOf?.isCapped) return `${formatNumber(allOf.count)}+ ${several}`
  return formatCount(allOf?.count ?? rows.length, one, several)
}

export function isOne({ rows, allOf }: AnyTarget): boolean {
  return (allOf?.count ?? rows.length) === 1
}

export function idsOf(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.map((row) => row.id))
}
