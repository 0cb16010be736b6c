export interface Times {
  p50Ms: number
  p95Ms: number
}

export interface Row {
  name: string
  ours: Times
  /** Undefined if the scenario has no peer. */
  peer: Times | undefined
}

export function timesOf(measured: readonly number[]): Times {
  const ordered = measured.toSorted((a, b) => a - b)
  const at = (share: number) => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN
  return { p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** The median of several rounds, figure by figure, so that one disturbed round does not decide. */
export function medianOf(rounds: readonly Times[]): Times {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return { p50Ms: middle(rounds.map(({ p50Ms }) => p50Ms)), p95Ms: middle(rounds.map(({ p95Ms }) => p95Ms)) }
}

export function ratioOf({ ours, peer }: Row): number | undefined {
  return peer && ours.p95Ms / peer.p95Ms
}

export function printTable(peerName: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const line = (cells: string[]) =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(width) : cell.padStart(13))).join('')
  console.log(line(['', 'p50 ours', 'p95 ours', `p50 ${peerName}`, `p95 ${peerName}`, 'p95 ratio']))
  for (const row of rows) {
    const ratio = ratioOf(row)
    const peer = row.peer ? [ms(row.peer.p50Ms), ms(row.peer.p95Ms), `${ratio?.toFixed(2)}×`] : ['', '', '']
    console.log(line([row.name, ms(row.ours.p50Ms), ms(row.ours.p95Ms), ...peer]))
  }
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`
}

/** Runs something slow, and prints how long it took. */
export async function say<T>(what: string, work: () => Promise<T>): Promise<T> {
  process.stdout.write(`${what}… `)
  const startedMs = performance.now()
  const result = await work()
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0)} s.`)
  return result
}
