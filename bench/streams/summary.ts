import type { Measured } from './measure-server.ts'

export interface Round extends Measured {
  which: 'bare' | 'ours'
}

type Figures = Record<string, number>

export interface Summary {
  bare: Figures
  ours: Figures
  /** Ours divided by the bare server's resident memory, with all streams open. */
  ratio: number
  /** The same for what each stream adds. */
  slopeRatio: number
}

/** The median of the rounds, figure by figure. */
export function summarize(rounds: readonly Round[]): Summary {
  const of = (which: Round['which']) => {
    const figures = rounds.filter((round) => round.which === which).map(figuresOf)
    const names = Object.keys(figures[0] ?? {})
    return Object.fromEntries(names.map((name) => [name, median(figures.map((one) => one[name] ?? NaN))]))
  }
  const [bare, ours] = [of('bare'), of('ours')]
  const ratioOf = (name: string) => round((ours[name] ?? NaN) / (bare[name] ?? NaN))
  return { bare, ours, ratio: ratioOf('memory with all, MB'), slopeRatio: ratioOf('memory a stream, KB') }
}

function figuresOf({ held, idleCore, idleTransactions, openedMs, lastReceivedMs, machineLoad }: Round): Figures {
  const [none, few, all] = held
  if (!none || !few || !all) throw new Error('A server was not weighed three times')
  const slope = (of: 'rssMb' | 'heapMb') => ((all.weight[of] - none.weight[of]) * 1000) / (all.streams - none.streams)
  return Object.fromEntries(
    Object.entries({
      'memory with none, MB': none.weight.rssMb,
      [`memory with ${few.streams}, MB`]: few.weight.rssMb,
      'memory with all, MB': all.weight.rssMb,
      'heap with none, MB': none.weight.heapMb,
      [`heap with ${few.streams}, MB`]: few.weight.heapMb,
      'heap with all, MB': all.weight.heapMb,
      'memory a stream, KB': slope('rssMb'),
      'heap a stream, KB': slope('heapMb'),
      'opened a second': (all.streams * 1000) / openedMs,
      'of a core while idle, %': idleCore * 100,
      'transactions a second while idle': idleTransactions,
      'last has heard, median, ms': median(lastReceivedMs),
      'last has heard, at most, ms': Math.max(...lastReceivedMs),
      'processes that wanted a core': machineLoad,
    }).map(([name, value]) => [name, round(value)]),
  )
}

export function print({ bare, ours, ratio, slopeRatio }: Summary, ratioMax: number): void {
  console.log(`${''.padEnd(36)}      bare      ours`)
  for (const [name, value] of Object.entries(ours)) {
    const figures = [bare[name] ?? NaN, value].map((one) => (Number.isFinite(one) ? String(one) : '').padStart(9))
    console.log(`${name.padEnd(36)} ${figures.join(' ')}`)
  }
  console.log(`Ours weighs ${ratio} times the bare server with all streams open (at most ${ratioMax}),`)
  console.log(`and a stream of ours ${slopeRatio} times one of its.`)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
