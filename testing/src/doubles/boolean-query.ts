import { allWords } from './search-box.ts'
import { EVERYTHING } from './text-index.ts'
import type { Condition } from './text-index.ts'

export interface BooleanQuery<Entry> {
  condition: Condition<Entry>
  /** How many AND, OR and NOT it is written with. */
  operators: number
  /** The length of its words and phrases, without operators and fields. */
  characters: number
}

/** What a platform's field asks of an entry, such as `subreddit:devops`; undefined where it knows no such field. */
export type FieldOf<Entry> = (name: string, value: string) => Condition<Entry> | undefined

interface BooleanSyntax<Entry> {
  fieldOf: FieldOf<Entry>
  /** The parts of an entry that can be searched alone, such as `title:(one OR two)`. */
  parts?: Readonly<Record<string, (entry: Entry) => string>>
  /** Where words without a part are searched; everywhere where absent. */
  within?: ((entry: Entry) => string) | undefined
}

const TOKEN = /(-?)(?:(\w+):)?(?:"([^"]*)"|(\()|([^\s()"]+))|(\))/g

interface Token {
  isMinus: boolean
  field: string | undefined
  phrase: string | undefined
  opens: boolean
  closes: boolean
  word: string
}

/**
 * Reads words, "phrases", AND, OR, NOT, minus, parentheses and fields. What stands side by side is joined by AND, and
 * AND binds more tightly than OR. It reads anything: a parenthesis too many is passed over.
 */
export function parseBoolean<Entry>(query: string, syntax: BooleanSyntax<Entry>): BooleanQuery<Entry> {
  const tokens = [...query.matchAll(TOKEN)].map(([, minus, field, phrase, opening, word = '', closing]): Token => ({
    isMinus: minus === '-',
    field,
    phrase,
    opens: opening !== undefined,
    closes: closing !== undefined,
    word,
  }))
  let next = 0
  let operators = 0
  let characters = 0

  function any(within: BooleanSyntax<Entry>['within']): Condition<Entry> {
    const alternatives = [all(within)]
    while (isOperator(tokens[next], 'OR')) {
      operators += 1
      next += 1
      alternatives.push(all(within))
    }
    const of = alternatives.filter((alternative) => alternative.of.length > 0)
    return of.length === 0 ? EVERYTHING : { kind: 'any', of }
  }

  function all(within: BooleanSyntax<Entry>['within']): { kind: 'all'; of: Condition<Entry>[] } {
    const of: Condition<Entry>[] = []
    for (let token = tokens[next]; token && !token.closes && !isOperator(token, 'OR'); token = tokens[next]) {
      next += 1
      if (isOperator(token, 'AND')) operators += 1
      else of.push(one(token, within))
    }
    return { kind: 'all', of }
  }

  function one(token: Token, within: BooleanSyntax<Entry>['within']): Condition<Entry> {
    const negated = tokens[next]
    if (isOperator(token, 'NOT') && negated && !negated.closes) {
      operators += 1
      next += 1
      return { kind: 'not', of: one(negated, within) }
    }
    const said = token.opens ? group(token, within) : term(token, within)
    return token.isMinus ? { kind: 'not', of: said } : said
  }

  function group({ field }: Token, within: BooleanSyntax<Entry>['within']): Condition<Entry> {
    const inside = any(field === undefined ? within : (syntax.parts?.[field] ?? within))
    if (tokens[next]?.closes) next += 1
    return inside
  }

  function term({ field, phrase, word }: Token, within: BooleanSyntax<Entry>['within']): Condition<Entry> {
    const text = phrase ?? word
    const own = field === undefined ? undefined : syntax.fieldOf(field, text)
    if (own) return own
    characters += text.length + 1
    const part = field === undefined ? within : syntax.parts?.[field]
    // A field that is none belongs to the text, as in `https://example.org`.
    const searched = field === undefined || part ? text : `${field} ${text}`
    return phrase === undefined ? allWords(searched, part) : { kind: 'row', text: searched, in: part }
  }

  const read: Condition<Entry>[] = []
  while (next < tokens.length) {
    read.push(any(syntax.within))
    if (tokens[next]?.closes) next += 1
  }
  return { condition: { kind: 'all', of: read }, operators, characters }
}

function isOperator(token: Token | undefined, word: 'AND' | 'OR' | 'NOT'): boolean {
  return token?.word === word && token.field === undefined && !token.isMinus
}
