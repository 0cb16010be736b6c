/** A column of a table list. */
export interface TableColumn {
  id: string
  label: string
  widthPx: number
  /** The sort key of its heading; null if it cannot be sorted. */
  sort: string | null
  canHide: boolean
}

export const WIDTH_PX_MIN = 64
export const WIDTH_PX_MAX = 900

const BOX_PX = 28

export function widthWithin(px: number): number {
  return Math.round(Math.min(WIDTH_PX_MAX, Math.max(WIDTH_PX_MIN, px)))
}

/** The table's grid: the checkbox, each column in its width, and the cell at the end. */
export function gridTemplate(columns: readonly Pick<TableColumn, 'widthPx'>[], endPx: number): string {
  return [BOX_PX, ...columns.map(({ widthPx }) => widthPx), endPx].map((px) => `${px}px`).join(' ')
}

/** The visible columns, with the user's widths. */
export function columnsShown<Column extends TableColumn>(
  columns: readonly Column[],
  hidden: readonly string[],
  widths: Readonly<Record<string, number>>,
): Column[] {
  return columns
    .filter((column) => !hidden.includes(column.id))
    .map((column) => ({ ...column, widthPx: widths[column.id] ?? column.widthPx }))
}
