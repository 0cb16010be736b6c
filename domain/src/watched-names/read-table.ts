/** A row of a table, with the number of the line on which it begins. */
export interface TableRow {
  line: number
  cells: string[]
  /** As it stands in the text. */
  raw: string
}

/** Reads comma-, semicolon- or tab-separated rows; a quoted cell may hold separators, line breaks and doubled quotes. Blank rows are left out. */
export function readTable(text: string): TableRow[] {
  const separator = separatorOf(text)
  const rows: TableRow[] = []
  let [line, at] = [1, 0]
  while (at < text.length) {
    const cells: string[] = []
    const [begun, from] = [line, at]
    for (let isMore = true; isMore;) {
      const cell = readCell(text, at, separator)
      cells.push(cell.value)
      line += text.slice(at, cell.end).split('\n').length - 1
      isMore = text[cell.end] === separator
      at = cell.end + 1
    }
    line++
    if (cells.some((cell) => cell !== '')) rows.push({ line: begun, cells, raw: text.slice(from, at - 1) })
  }
  return rows
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const counted = [',', ';', '\t'].map((one) => ({ one, count: first.split(one).length }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).one
}

function readCell(text: string, start: number, separator: string): { value: string; end: number } {
  if (text[start] === '"') {
    const quoted = /"((?:[^"]|"")*)"[^\S\n]*/uy
    quoted.lastIndex = start
    const found = quoted.exec(text)
    const end = start + (found?.[0].length ?? 0)
    if (found && (end === text.length || text[end] === separator || text[end] === '\n'))
      return { value: (found[1] ?? '').replaceAll('""', '"').trim(), end }
  }
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n') end++
  return { value: text.slice(start, end).trim(), end }
}
