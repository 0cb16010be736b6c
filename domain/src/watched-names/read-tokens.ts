export type NameToken = { at: number; end: number } & (
  | { kind: 'name'; text: string; isQuoted: boolean }
  | { kind: 'and' | 'or' | 'not' | 'open' | 'close' }
)

/** What is wrong with an expression: a sentence, and the part of it that the sentence is about. */
export interface NameProblem {
  sentence: string
  at: number
  end: number
}

export class NameSyntaxError extends Error {
  override readonly name = 'NameSyntaxError'
  readonly problem: NameProblem
  constructor(sentence: string, at: number, end: number) {
    super(sentence)
    this.problem = { sentence, at, end }
  }
}

const QUOTE = '["\u201c\u201d\u201e\u00ab\u00bb]'
const GAP = /[\s,;]+/uy
const PHRASE = new RegExp(`${QUOTE}([^"\u201c\u201d\u201e\u00ab\u00bb]*)${QUOTE}`, 'uy')
const BARE = new RegExp(`(?:(?!${QUOTE})[^\\s,;()])+`, 'uy')
const OPERATORS: ReadonlyMap<string, 'and' | 'or' | 'not'> = new Map(
  Object.entries<'and' | 'or' | 'not'>({ AND: 'and', OR: 'or', NOT: 'not' }),
)

/** Cuts an expression into names, operators and parentheses. Commas and line breaks only separate. */
export function readTokens(expression: string): NameToken[] {
  const tokens: NameToken[] = []
  let at = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(expression)
  }
  while (at < expression.length) {
    const gap = take(GAP)
    if (gap) {
      at += gap[0].length
      continue
    }
    const token = readToken(expression, at, take)
    tokens.push(token)
    at = token.end
  }
  return tokens
}

function readToken(expression: string, at: number, take: (pattern: RegExp) => RegExpExecArray | null): NameToken {
  const next = expression.charAt(at)
  if (next === '(') return { kind: 'open', at, end: at + 1 }
  if (next === ')') return { kind: 'close', at, end: at + 1 }
  if (next === '-' && /^-["\u201c\u201e\u00ab(\p{L}\p{N}@#.]/u.test(expression.slice(at, at + 3)))
    return { kind: 'not', at, end: at + 1 }
  const phrase = take(PHRASE)
  if (phrase) return { kind: 'name', text: phrase[1] ?? '', isQuoted: true, at, end: at + phrase[0].length }
  const bare = take(BARE)
  if (!bare) throw new NameSyntaxError('This quotation mark is not closed.', at, at + 1)
  const end = at + bare[0].length
  const operator = OPERATORS.get(bare[0])
  return operator ? { kind: operator, at, end } : { kind: 'name', text: bare[0], isQuoted: false, at, end }
}
