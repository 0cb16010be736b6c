import { isBitSet } from './bits.ts'
import { blockOf, createNumberBlocks, longer, offsetOf, type NumberBlocks } from './number-blocks.ts'
import { POSITION_STEP, type FoundPositions } from './posting-lists.ts'
import type { CompiledGroup, CompiledPlan } from './word-plan.ts'

const SLOTS_AT_FIRST = 256
const NOWHERE = -1
const NO_CODE = new Int32Array(0)
/** Memory comes in cache lines of so many numbers. */
const LINE = 16
/** A plan begins with its slot, and whether the current post has met it already. */
const MET = 1
/** Then the weight it needs, the weight of all its groups, and how many groups, excluded terms and hooks it has. */
const NEEDED = 2
const TOTAL = 3
const GROUPS = 4
const NONE_OF = 5
const HOOKS = 6
const HEAD = 7

/**
 * Compiled plans in sequence, each at a fixed multiple of `POSITION_STEP`. After its head come the groups (weight, number
 * of terms, terms), then the excluded terms, then the terms it is listed under.
 */
export interface PlanStore {
  /** Every slot below this is or was taken. */
  readonly slots: number
  add(plan: CompiledPlan, hooks: readonly number[]): { slot: number; position: number }
  /** Frees a slot, and returns where its plan was and the terms it was listed under. */
  remove(slot: number): { position: number; hooks: Int32Array }
  /** Calls once for each plan at these places that a post of these terms matches. Overwrites the places. */
  ask(found: FoundPositions, held: Int32Array, visit: (slot: number, carried: number) => void): void
}

export function createPlanStore(): PlanStore {
  const shelf: Shelf = {
    code: createNumberBlocks(),
    positions: new Int32Array(SLOTS_AT_FIRST).fill(NOWHERE),
    slots: 0,
    carried: new Int32Array(0),
    touched: 0,
  }
  const free: number[] = []
  return {
    get slots() {
      return shelf.slots
    },
    add(plan, hooks) {
      const slot = free.pop() ?? shelf.slots++
      const own = encode(plan, slot, hooks)
      const position = shelf.code.take(roomFor(own.length))
      if (slot >= shelf.positions.length) shelf.positions = longer(shelf.positions, 2 * slot)
      codeAt(shelf, position).set(own, offsetOf(position))
      shelf.positions[slot] = position
      return { slot, position }
    },
    remove(slot) {
      const position = slot < shelf.slots ? (shelf.positions[slot] ?? NOWHERE) : NOWHERE
      if (position === NOWHERE) throw new RangeError(`There is no plan at ${slot}`)
      const code = codeAt(shelf, position)
      const from = offsetOf(position)
      const end = endOf(code, from)
      const hooks = code.slice(end - (code[from + HOOKS] ?? 0), end)
      shelf.code.leave(position, roomFor(end - from))
      shelf.positions[slot] = NOWHERE
      free.push(slot)
      return { position, hooks }
    },
    ask(found, held, visit) {
      if (found.count > shelf.carried.length) shelf.carried = new Int32Array(2 * found.count)
      touchAll(shelf, found)
      keepMatching(shelf, found, held)
      for (let index = 0; index < found.count; index++) visit(found.positions[index] ?? 0, shelf.carried[index] ?? 0)
    },
  }
}

interface Shelf {
  readonly code: NumberBlocks
  /** Where in the code each slot's plan begins. */
  positions: Int32Array
  slots: number
  /** The weight that the current post carries of each plan found. */
  carried: Int32Array
  touched: number
}

/**
 * Requests all the plans from memory before waiting for any. The sum is stored, or the reads would be optimised away.
 */
function touchAll(shelf: Shelf, { positions, count }: FoundPositions): void {
  let touched = 0
  for (let index = 0; index < count; index++) {
    const code = codeAt(shelf, positions[index] ?? 0)
    const at = offsetOf(positions[index] ?? 0)
    touched |= (code[at] ?? 0) | (code[at + LINE - 1] ?? 0)
  }
  shelf.touched = touched
}

function codeAt(shelf: Shelf, position: number): Int32Array {
  return shelf.code.blocks[blockOf(position)] ?? NO_CODE
}

/** Replaces the places by the slots of plans that match, each once. */
function keepMatching(shelf: Shelf, found: FoundPositions, held: Int32Array): void {
  const { positions, count } = found
  const { carried } = shelf
  let matched = 0
  for (let index = 0; index < count; index++) {
    const position = positions[index] ?? 0
    const code = codeAt(shelf, position)
    const at = offsetOf(position)
    if (code[at + MET] !== 0) continue
    const weight = carriedOf(code, at, held)
    if (weight === 0) continue
    code[at + MET] = 1
    positions[matched] = position
    carried[matched++] = weight
  }
  for (let index = 0; index < matched; index++) {
    const code = codeAt(shelf, positions[index] ?? 0)
    const at = offsetOf(positions[index] ?? 0)
    code[at + MET] = 0
    positions[index] = code[at] ?? 0
  }
  found.count = matched
}

/** The weight of the groups that the post carries, or 0 where it does not match. */
function carriedOf(code: Int32Array, position: number, held: Int32Array): number {
  const needed = code[position + NEEDED] ?? 0
  let possible = code[position + TOTAL] ?? 0
  let at = position + HEAD
  for (let group = code[position + GROUPS] ?? 0; group > 0; group--) {
    const end = at + 2 + (code[at + 1] ?? 0)
    if (!holdsAny(code, at + 2, end, held)) {
      possible -= code[at] ?? 0
      if (possible < needed) return 0
    }
    at = end
  }
  return holdsAny(code, at, at + (code[position + NONE_OF] ?? 0), held) ? 0 : possible
}

function holdsAny(code: Int32Array, from: number, end: number, held: Int32Array): boolean {
  for (let at = from; at < end; at++) if (isBitSet(held, code[at] ?? 0)) return true
  return false
}

/** Room comes in steps, so that what one plan leaves fits many others. */
function roomFor(length: number): number {
  return Math.ceil(length / POSITION_STEP) * POSITION_STEP
}

function endOf(code: Int32Array, position: number): number {
  let at = position + HEAD
  for (let group = code[position + GROUPS] ?? 0; group > 0; group--) at += 2 + (code[at + 1] ?? 0)
  return at + (code[position + NONE_OF] ?? 0) + (code[position + HOOKS] ?? 0)
}

/** Groups that posts seldom carry come first, and those it was found by come last. */
function encode({ needed, groups, noneOf }: CompiledPlan, slot: number, hooks: readonly number[]): number[] {
  const known = new Set(hooks)
  const isAnchor = ({ anyOf }: CompiledGroup) => anyOf.some((term) => known.has(term))
  const ordered = [...groups.filter((group) => !isAnchor(group)), ...groups.filter(isAnchor)]
  const total = groups.reduce((sum, { weight }) => sum + weight, 0)
  return [
    slot,
    0,
    needed,
    total,
    groups.length,
    noneOf.length,
    hooks.length,
    ...ordered.flatMap(({ weight, anyOf }) => [weight, anyOf.length, ...anyOf]),
    ...noneOf,
    ...hooks,
  ]
}
