import type { TextOperator } from '@leadlight/domain/columns'

export const OPERATOR_WORDS: Record<TextOperator, string> = {
  contains: 'contains',
  not_contains: 'does not contain',
  equals: 'is',
  not_equals: 'is not',
  empty: 'is empty',
  not_empty: 'is not empty',
}

/** Whether the operator compares with words; the others ask only whether there are any. */
export function needsText(operator: TextOperator): boolean {
  return operator !== 'empty' && operator !== 'not_empty'
}

/** What an operator asks for, in words. */
export function operatorWords(operator: TextOperator, text = ''): string {
  return needsText(operator) ? `${OPERATOR_WORDS[operator]} "${text}"` : OPERATOR_WORDS[operator]
}

/** A text that an address carries: one line, without the characters that no text is looked for by, and no longer than it may be. */
export function readText(value: string | null, max: number): string {
  return (value ?? '')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max)
}
