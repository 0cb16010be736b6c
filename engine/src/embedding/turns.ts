/** Lets at most `max` pieces of work run at a time; the others wait in order of arrival. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(max: number): Turns {
  const queue: (() => void)[] = []
  let running = 0

  /** A finished piece hands its slot on, so that the count stays right. */
  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running--
  }

  async function take<T>(work: () => Promise<T>): Promise<T> {
    if (running < max) running++
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return { take }
}
