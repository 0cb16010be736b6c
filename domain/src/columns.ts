export const COLUMN_TYPES = ['boolean', 'text'] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

export const TEXT_OPERATORS = ['contains', 'not_contains', 'equals', 'not_equals', 'empty', 'not_empty'] as const
export type TextOperator = (typeof TEXT_OPERATORS)[number]

export const COLUMNS_MAX = 20
/** How long the value of a text column may be. */
export const COLUMN_TEXT_MAX = 500

const PASSES: Record<TextOperator, (text: string, sought: string) => boolean> = {
  contains: (text, sought) => text.includes(sought),
  not_contains: (text, sought) => !text.includes(sought),
  equals: (text, sought) => text === sought,
  not_equals: (text, sought) => text !== sought,
  empty: (text) => text === '',
  not_empty: (text) => text !== '',
}

/** Whether a text passes a filter, ignoring case and surrounding space. A missing value reads as the empty text. */
export function passesText(value: string | null, operator: TextOperator, operand: string): boolean {
  return PASSES[operator]((value ?? '').trim().toLowerCase(), operand.trim().toLowerCase())
}
