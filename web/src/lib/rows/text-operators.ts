import type { TextOperator } from '@leadlight/domain/columns'

export const OPERATOR_WORDS: Record<TextOperator, string> = {
  contains: 'contains',
  not_contains: 'does not contain',
  equals: 'is',
  not_equals: 'is not',
  empty: 'is empty',
  not_empty: 'is not empty',
}

/** Whether the operator takes a text; the others only test for presence. */
export function needsText(operator: TextOperator): boolean {
  return operator !== 'empty' && operator !== 'not_empty'
}

/** A condition in words. */
export function operatorWords(operator: TextOperator, text = ''): string {
  return needsText(operator) ? `${OPERATOR_WORDS[operator]} "${text}"` : OPERATOR_WORDS[operator]
}

/** A text from the URL: one line, without characters that a search cannot use, and within the limit. */
export function readText(value: string | null, max: number): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
}
