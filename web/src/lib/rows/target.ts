import { formatCount, formatNumber } from '../format.ts'
import type { Undo } from './changes.ts'
import type { Row } from './loaded-rows.ts'

/** Which rows a change means: those named, or all that pass the filters (`rows` are then those that are loaded). */
export interface Target<Item extends Row, Filters> {
  rows: readonly Item[]
  allOf?: { filters: Filters; count: number; isCapped: boolean }
}

type AnyTarget = Target<Row, unknown>

interface Bulk<Filters, Body> {
  target: Target<Row, Filters>
  /** How many rows one call may name. */
  idsMax: number
  naming: (ids: string[]) => Body
  matching: (filters: Filters) => Body
  send: (body: Body) => Promise<{ undo_token: string | null }>
  undo: (undoToken: string) => Promise<unknown>
  /** Asks the server again for what shows. */
  refresh: () => void
}

/** Sends a bulk change in as many calls as it takes; answers how to undo it, null where nothing changed. */
export async function sendInBulk<Filters, Body>(bulk: Bulk<Filters, Body>): Promise<Undo | null> {
  const { target, idsMax, refresh } = bulk
  const tokens: string[] = []
  try {
    for (const body of bodies(bulk)) tokens.push(...tokenOf(await bulk.send(body)))
  } finally {
    // What is not loaded, or was changed before a later call failed, is known to the server alone.
    if (target.allOf || target.rows.length > idsMax) refresh()
  }
  if (tokens.length === 0) return null
  return async () => {
    for (const token of tokens.toReversed()) await bulk.undo(token)
    if (target.allOf) refresh()
  }
}

/** What bulk calls are sent: the filter, or the ids in as many calls as the contract's limit asks for. */
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

/** How many rows are meant, in words. */
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
