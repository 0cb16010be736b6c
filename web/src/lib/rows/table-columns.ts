/** A column of a list that shows as a table. */
export interface TableColumn {
  id: string
  label: string
  widthPx: number
  /** What a press on its heading sorts by; none where that makes no sense. */
  sort: string | null
  canHide: boolean
}

export const WIDTH_PX_MIN = 64
export const WIDTH_PX_MAX = 900

const BOX_PX = 28

export function widthWithin(px: number): number {
  return Math.round(Math.min(WIDTH_PX_MAX, Math.max(WIDTH_PX_MIN, px)))
}

/** The table's one grid: a place for the box, each column in its width, one for what ends a row. */
export function gridTemplate(columns: readonly Pick<TableColumn, 'widthPx'>[], endPx: number): string {
  return [BOX_PX, ...columns.map(({ widthPx }) => widthPx), endPx].map((px) => `${px}px`).join(' ')
}

/** The columns that are not hidden, as wide as somebody has made them. */
export function columnsShown<Column extends TableColumn>(
  columns: readonly Column[],
  hidden: readonly string[],
  widths: Readonly<Record<string, number>>,
): Column[] {
  return columns
    .filter((column) => !hidden.includes(column.id))
    .map((column) => ({ ...column, widthPx: widths[column.id] ?? column.widthPx }))
}
