import { terminalLine } from '../../platform/terminal-text.ts'

const GAP = '  '

/** Rows under their titles, each on one line, each column as wide as its widest cell. */
export function inColumns(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [titles, ...rows].map((cells) => cells.map(terminalLine))
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  return lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}
