import { useEffect, useState } from 'react'

export type Outcome<T> = { state: 'pending' } | { state: 'done'; value: T } | { state: 'failed'; error: unknown }

type Work<T> = (input: string) => Promise<T>

const runs = new WeakMap<Work<unknown>, Map<string, Promise<unknown>>>()

/**
 * Runs `work` once per input in the life of the page, however often the component mounts: a link's or Google's token
 * works only once. `again` retries after a failure.
 */
export function useOnce<T>(work: Work<T>, input: string): Outcome<T> & { again: () => void } {
  const [outcome, setOutcome] = useState<Outcome<T>>({ state: 'pending' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isShown = true
    const show = (outcome: Outcome<T>) => isShown && setOutcome(outcome)
    runOnce(work, input, tries).then(
      (value) => show({ state: 'done', value }),
      (error: unknown) => show({ state: 'failed', error }),
    )
    return () => {
      isShown = false
    }
  }, [work, input, tries])
  function again() {
    setOutcome({ state: 'pending' })
    setTries(tries + 1)
  }
  return { ...outcome, again }
}

function runOnce<T>(work: Work<T>, input: string, tries: number): Promise<T> {
  const name = `${tries} ${input}`
  const ofWork = runs.get(work) ?? new Map<string, Promise<unknown>>()
  runs.set(work, ofWork)
  // Safe because a run is stored under the work that made it.
  const run = (ofWork.get(name) as Promise<T> | undefined) ?? work(input)
  ofWork.set(name, run)
  return run
}
