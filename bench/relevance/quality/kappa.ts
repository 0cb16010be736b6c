import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A post's grade by its first reader and by another who had not seen it. */
export interface SecondReading {
  first: number
  second: number
}

export interface Agreement {
  posts: number
  /** Cohen's kappa on grade 2 against the rest. */
  kappa: number
  disagreements: number
}

export function readSecondReadings(folders: readonly string[]): SecondReading[] {
  return folders.flatMap((folder) =>
    readFileSync(join(folder, 'second-readings.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      // Our own labels, in the form that their README states.
      .map((line) => JSON.parse(line) as SecondReading),
  )
}

/** How far two readers agree beyond what chance would bring, on what is a lead. */
export function measureKappa(readings: readonly SecondReading[]): Agreement {
  const share = (which: (reading: SecondReading) => boolean) => readings.filter(which).length / readings.length
  const agreed = share(({ first, second }) => (first === 2) === (second === 2))
  const [firstLeads, secondLeads] = [share(({ first }) => first === 2), share(({ second }) => second === 2)]
  const byChance = firstLeads * secondLeads + (1 - firstLeads) * (1 - secondLeads)
  return {
    posts: readings.length,
    kappa: (agreed - byChance) / (1 - byChance),
    disagreements: Math.round((1 - agreed) * readings.length),
  }
}
