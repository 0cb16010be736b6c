import type { Checkpoint } from '../platform/checkpoint.ts'

export interface HeldWorker {
  checkpoint: Checkpoint
  /** From now on the worker that comes to this point of a search waits there. */
  holdAt(name: string): void
  /** Whether a worker waits there. */
  hasArrived(): boolean
  /** Lets whoever waits go on, and everybody after them. */
  release(): void
  /** Whether a worker has found since that a search has nothing left to do. */
  isOver(): boolean
}

/** Holds workers of searches at a point between two steps, while the test does something to what they work on. */
export function createHeldWorker(): HeldWorker {
  let place: string | undefined
  let [hasArrived, isOver] = [false, false]
  let gate = Promise.withResolvers<void>()
  return {
    async checkpoint(name) {
      if (name === 'over') isOver = true
      if (name !== place) return
      hasArrived = true
      await gate.promise
    },
    holdAt(name) {
      place = name
      hasArrived = false
      isOver = false
      gate = Promise.withResolvers()
    },
    hasArrived: () => hasArrived,
    release() {
      place = undefined
      gate.resolve()
    },
    isOver: () => isOver,
  }
}
