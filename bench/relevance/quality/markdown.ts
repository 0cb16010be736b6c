import type { Estimate } from './estimate.ts'

/** A table as the formatter leaves it. The first row is its head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${widths.map((width, at) => (row[at] ?? '').padEnd(width)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

/** ".470", or "1.000". */
export function decimal(value: number, digits = 3): string {
  return value.toFixed(digits).replace(/^(-?)0\./, '$1.')
}

/** ".470 (.374 to .566)". */
export function withInterval({ value, low, high }: Estimate): string {
  return `${decimal(value)} (${decimal(low)} to ${decimal(high)})`
}

/** "47 (37 to 57)", of a hundred. */
export function inHundred({ value, low, high }: Estimate): string {
  const [whole, from, to] = [value, low, high].map((share) => Math.round(share * 100))
  return `${whole} (${from} to ${to})`
}
