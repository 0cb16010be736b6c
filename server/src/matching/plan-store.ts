import { holds, holdsInRow, type PostWords } from './post-words.ts'
import type { CompiledGroup, CompiledPlan } from './word-plan.ts'

const ROOM_AT_FIRST = 4_096
const ROOM_STEP = 4
const SLOTS_AT_FIRST = 256
const HEAD = 4

/**
 * Compiled plans one behind the other in one array. A plan is: what it needs, what all its groups weigh, how many groups and
 * how many excluded phrases; then each group's weight, how many readings, and the readings; then the excluded ones. A reading
 * is its length and its terms.
 */
export interface PlanStore {
  /** Slots up to here are or were taken. */
  readonly slots: number
  add(plan: CompiledPlan, anchors: ReadonlySet<number>): number
  /** Frees a slot and answers the terms that its plan hung under. */
  remove(slot: number): Iterable<number>
  /** What the groups of the slot's plan that the present post carries weigh, or 0 where it does not match. */
  carriedOf(slot: number): number
}

export function createPlanStore(words: PostWords): PlanStore {
  const shelf: Shelf = {
    code: new Int32Array(ROOM_AT_FIRST),
    used: 0,
    left: new Map(),
    starts: new Int32Array(SLOTS_AT_FIRST),
    anchors: [],
  }
  const free: number[] = []
  return {
    get slots() {
      return shelf.anchors.length
    },
    add(plan, anchors) {
      const own = encode(plan, anchors)
      const start = takeRoom(shelf, own.length)
      const slot = free.pop() ?? shelf.anchors.length
      if (slot >= shelf.starts.length) shelf.starts = longer(shelf.starts, 2 * slot)
      shelf.code.set(own, start)
      shelf.starts[slot] = start
      shelf.anchors[slot] = Int32Array.from(anchors)
      return slot
    },
    remove(slot) {
      const anchors = shelf.anchors[slot]
      if (!anchors) throw new RangeError(`There is no plan at ${slot}`)
      leaveRoom(shelf, shelf.starts[slot] ?? 0)
      shelf.anchors[slot] = undefined
      free.push(slot)
      return anchors
    },
    carriedOf: (slot) => carriedOf(shelf.code, shelf.starts[slot] ?? 0, words),
  }
}

interface Shelf {
  code: Int32Array
  used: number
  /** By their room, where plans stood that are gone. */
  left: Map<number, number[]>
  /** Where in the code a slot's plan begins. */
  starts: Int32Array
  /** The terms a slot's plan hangs under; undefined where it is free. */
  anchors: (Int32Array | undefined)[]
}

/** Room is given in steps, so that what one plan leaves fits many another. */
function roomFor(length: number): number {
  return Math.ceil(length / ROOM_STEP) * ROOM_STEP
}

/** Where a plan of so many numbers may stand. */
function takeRoom(shelf: Shelf, length: number): number {
  const room = roomFor(length)
  const left = shelf.left.get(room)?.pop()
  if (left !== undefined) return left
  const start = shelf.used
  shelf.used += room
  if (shelf.used > shelf.code.length) shelf.code = longer(shelf.code, 2 * shelf.used)
  return start
}

function leaveRoom({ code, left }: Shelf, start: number): void {
  const room = roomFor(endOf(code, start) - start)
  const same = left.get(room)
  if (same) same.push(start)
  else left.set(room, [start])
}

function longer(from: Int32Array, size: number): Int32Array {
  const to = new Int32Array(size)
  to.set(from)
  return to
}

function endOf(code: Int32Array, from: number): number {
  let at = from + HEAD
  for (let group = code[from + 2] ?? 0; group > 0; group--) at = behindReadings(code, at + 2, code[at + 1] ?? 0)
  return behindReadings(code, at, code[from + 3] ?? 0)
}

function behindReadings(code: Int32Array, from: number, readings: number): number {
  let at = from
  for (let reading = readings; reading > 0; reading--) at += 1 + (code[at] ?? 0)
  return at
}

function carriedOf(code: Int32Array, from: number, words: PostWords): number {
  const needed = code[from] ?? 0
  let possible = code[from + 1] ?? 0
  let at = from + HEAD
  for (let group = code[from + 2] ?? 0; group > 0; group--) {
    const readings = code[at + 1] ?? 0
    if (!carriesAny(code, at + 2, readings, words)) {
      possible -= code[at] ?? 0
      if (possible < needed) return 0
    }
    at = behindReadings(code, at + 2, readings)
  }
  return carriesAny(code, at, code[from + 3] ?? 0, words) ? 0 : possible
}

function carriesAny(code: Int32Array, from: number, readings: number, words: PostWords): boolean {
  let at = from
  for (let reading = readings; reading > 0; reading--) {
    const length = code[at] ?? 0
    if (length === 1 ? holds(words, code[at + 1] ?? 0) : holdsInRow(words, code, at + 1, at + 1 + length)) return true
    at += 1 + length
  }
  return false
}

/** Groups that a post seldom carries come first, and last those it was found by. */
function encode({ needed, groups, noneOf }: CompiledPlan, anchors: ReadonlySet<number>): number[] {
  const isAnchor = ({ anyOf }: CompiledGroup) => anyOf.some((reading) => reading.some((term) => anchors.has(term)))
  const ordered = [...groups.filter((group) => !isAnchor(group)), ...groups.filter(isAnchor)]
  const total = groups.reduce((sum, { weight }) => sum + weight, 0)
  const readings = (all: readonly number[][]) => all.flatMap((reading) => [reading.length, ...reading])
  return [
    needed,
    total,
    groups.length,
    noneOf.length,
    ...ordered.flatMap(({ weight, anyOf }) => [weight, anyOf.length, ...readings(anyOf)]),
    ...readings(noneOf),
  ]
}
