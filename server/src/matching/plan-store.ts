import type { PostWords } from './post-words.ts'
import type { CompiledGroup, CompiledPlan } from './word-plan.ts'

const ROOM_AT_FIRST = 4_096
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
    wasted: 0,
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
      if (shelf.used + own.length > shelf.code.length) makeRoom(shelf, own.length)
      const slot = free.pop() ?? shelf.anchors.length
      if (slot >= shelf.starts.length) shelf.starts = longer(shelf.starts, 2 * slot)
      shelf.code.set(own, shelf.used)
      shelf.starts[slot] = shelf.used
      shelf.anchors[slot] = Int32Array.from(anchors)
      shelf.used += own.length
      return slot
    },
    remove(slot) {
      const anchors = shelf.anchors[slot]
      if (!anchors) throw new RangeError(`There is no plan at ${slot}`)
      const from = shelf.starts[slot] ?? 0
      shelf.wasted += endOf(shelf.code, from) - from
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
  /** How much of what is used was left by plans that are gone. */
  wasted: number
  /** Where in the code a slot's plan begins. */
  starts: Int32Array
  /** The terms a slot's plan hangs under; undefined where it is free. */
  anchors: (Int32Array | undefined)[]
}

/** Takes up what removed plans have left, into an array twice as long where that is little. */
function makeRoom(shelf: Shelf, length: number): void {
  const { code, starts, anchors } = shelf
  const needed = shelf.used - shelf.wasted + length
  const roomier = new Int32Array(needed > code.length / 2 ? 2 * Math.max(needed, code.length) : code.length)
  if (shelf.wasted === 0) roomier.set(code.subarray(0, shelf.used))
  else {
    shelf.used = 0
    for (let slot = 0; slot < anchors.length; slot++) {
      if (!anchors[slot]) continue
      const from = starts[slot] ?? 0
      const end = endOf(code, from)
      roomier.set(code.subarray(from, end), shelf.used)
      starts[slot] = shelf.used
      shelf.used += end - from
    }
    shelf.wasted = 0
  }
  shelf.code = roomier
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
    if (length === 1 ? words.has(code[at + 1] ?? 0) : words.hasInRow(code, at + 1, at + 1 + length)) return true
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
