import type { Measured } from './measure.ts'

/** Prints one line per scenario, beside the bare list's for the same position. */
export function printInbox(ours: readonly Measured[], peer: readonly Measured[]): void {
  const heads = ['p50', 'p95', 'max', 'browser p95', 'bare p95', 'ratio', 'rows', 'heap', 'dropped', 'blank']
  print('key to frame', heads)
  for (const one of ours) {
    const beside = peer.find(({ name }) => place(name) === place(one.name))
    print(one.name, cells(one, beside))
  }
  console.log('\nThe bare list:')
  for (const one of peer) print(one.name, cells(one, undefined))
}

function place(name: string): string {
  return name.split(', ').at(-1) ?? name
}

function cells({ frame, event, rowNodes, heapMb, fling }: Measured, beside: Measured | undefined): string[] {
  const share = (count: number) => (fling ? `${((100 * count) / (fling.frames + fling.dropped)).toFixed(1)} %` : '')
  return [
    ms(frame.p50Ms),
    ms(frame.p95Ms),
    ms(frame.maxMs),
    ms(event.p95Ms),
    beside ? ms(beside.frame.p95Ms) : '',
    beside ? `${(frame.p95Ms / beside.frame.p95Ms).toFixed(2)}×` : '',
    String(rowNodes),
    heapMb === undefined ? '' : `${heapMb.toFixed(0)} MB`,
    share(fling?.dropped ?? 0),
    share(fling?.blank ?? 0),
  ]
}

function print(name: string, columns: readonly string[]): void {
  console.log(name.padEnd(26) + columns.map((column) => column.padStart(12)).join(''))
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
