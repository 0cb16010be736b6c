import { NAME_DEPTH_MAX, NAME_EXPRESSION_CHARACTERS_MAX, NAME_TERM_CHARACTERS_MAX, NAME_TERMS_MAX } from './limits.ts'
import { requiredTerms, wantedTerms, type NameNode } from './name-expression.ts'
import { readTerm, type NameTerm } from './name-term.ts'
import { NameSyntaxError, readTokens, type NameProblem, type NameToken } from './read-tokens.ts'

export type ParsedNames = { root: NameNode; problem: null } | { root: null; problem: NameProblem }

/** Words that nearly every post has: as names they come from a phrase without quotes. */
const EVERYDAY = new Set(
  'a an and are as at be but by can do for from had has have he her his how i if in is it its me my no not of on or our she so that the their them they this to up was we were what when where which who why will with you your'.split(
    ' ',
  ),
)

/**
 * Reads an expression: names, "names of several words", AND, OR, NOT (or a minus) and parentheses. Names side by side
 * are alternatives; AND binds before OR; a NOT beside names leaves out from all of them. Anything else is a sentence
 * and the place it is about, as is an expression that no name is required by.
 */
export function parseNames(expression: string): ParsedNames {
  try {
    if (expression.length > NAME_EXPRESSION_CHARACTERS_MAX) throw tooLong(expression)
    const root = new Parser(readTokens(expression), expression.length).read()
    if (!requiredTerms(root, () => 1)) throw matchesEverything(expression)
    return { root, problem: null }
  } catch (error) {
    if (error instanceof NameSyntaxError) return { root: null, problem: error.problem }
    throw error
  }
}

/** The first name of an expression, which stands for all of it where there is little room. */
export function firstName(expression: string): string {
  const { root } = parseNames(expression)
  return (root && wantedTerms(root)[0]?.written) ?? expression
}

/** What evidence of a name is labelled with, before the name. */
const EVIDENCE_LABEL = 'Names '

/**
 * The name that a post was found by, as the expression has it, from the evidence of its match. A post may have any of
 * the expression's names: without evidence its first stands for all.
 */
export function foundName(expression: string, evidence: readonly { label?: string }[]): string {
  const label = evidence.find((one) => one.label?.startsWith(EVIDENCE_LABEL))?.label
  return label === undefined ? firstName(expression) : label.slice(EVIDENCE_LABEL.length)
}

class Parser {
  readonly #tokens: readonly NameToken[]
  readonly #length: number
  #next = 0
  #names = 0
  #depth = 0

  constructor(tokens: readonly NameToken[], length: number) {
    this.#tokens = tokens
    this.#length = length
  }

  read(): NameNode {
    if (this.#tokens.length === 0) throw this.#error('Write at least one name.')
    const root = this.#level()
    if (this.#peek()) throw this.#error('No parenthesis is open here. Remove this one, or open one before it.')
    return root
  }

  /** Alternatives, and what is left out from all of them. */
  #level(): NameNode {
    const wanted: NameNode[] = []
    const unwanted: NameNode[] = []
    for (let joined = false; ;) {
      const isBareNot = !joined && this.#peek()?.kind === 'not'
      const before = this.#next
      const part = this.#all()
      const after = this.#peek()
      // `NOT a OR b` at the start is an alternative, which is refused later on; after other names it is unclear.
      if (isBareNot && part.kind === 'not' && (after?.kind !== 'or' || wanted.length > 0)) {
        if (after?.kind === 'or') throw this.#error('Put parentheses around what NOT leaves out, as in NOT (b OR c).')
        unwanted.push(part)
      } else if (isBareNot && wanted.length > 0) {
        this.#next = before
        throw this.#error('Put parentheses around what NOT leaves out, as in NOT (b AND c).')
      } else wanted.push(part)
      if (!after || after.kind === 'close') break
      joined = after.kind === 'or'
      if (joined) this.#next++
    }
    const any = wanted.length === 0 ? [] : [joinAs('any', wanted)]
    return joinAs('all', [...any, ...unwanted])
  }

  #all(): NameNode {
    const parts = [this.#not()]
    while (this.#peek()?.kind === 'and') {
      this.#next++
      parts.push(this.#not())
    }
    return joinAs('all', parts)
  }

  #not(): NameNode {
    let isLeftOut = false
    while (this.#peek()?.kind === 'not') {
      this.#next++
      isLeftOut = !isLeftOut
    }
    const node = this.#one()
    if (!isLeftOut) return node
    return node.kind === 'not' ? node.of : { kind: 'not', of: node }
  }

  #one(): NameNode {
    const token = this.#peek()
    if (!token) throw this.#error('A name is missing at the end.')
    if (token.kind === 'name') return { kind: 'name', term: this.#name(token) }
    if (token.kind === 'open') return this.#group(token)
    if (token.kind === 'close') throw this.#error('A name is missing before this parenthesis.')
    throw this.#error(
      `A name is missing before ${token.kind.toUpperCase()}. Put quotes around a name that has this word.`,
    )
  }

  #group({ at, end }: NameToken): NameNode {
    this.#next++
    if (++this.#depth > NAME_DEPTH_MAX)
      throw new NameSyntaxError(`At most ${NAME_DEPTH_MAX} parentheses can stand within each other.`, at, end)
    const node = this.#level()
    if (this.#peek()?.kind !== 'close') throw new NameSyntaxError('This parenthesis is not closed.', at, end)
    this.#next++
    this.#depth--
    return node
  }

  #name(token: Extract<NameToken, { kind: 'name' }>): NameTerm {
    const { text, isQuoted, at, end } = token
    this.#next++
    if (++this.#names > NAME_TERMS_MAX)
      throw new NameSyntaxError(
        `An expression has at most ${NAME_TERMS_MAX} names. Make a second one of the rest.`,
        at,
        end,
      )
    if (text.length > NAME_TERM_CHARACTERS_MAX)
      throw new NameSyntaxError(`A name has at most ${NAME_TERM_CHARACTERS_MAX} characters.`, at, end)
    if (!isQuoted && EVERYDAY.has(text.toLowerCase())) throw everyday(text, at, end)
    const term = readTerm(text.trim())
    if (term.words.length === 0) throw new NameSyntaxError('A name needs at least one letter or digit.', at, end)
    return term
  }

  #peek(): NameToken | undefined {
    return this.#tokens[this.#next]
  }

  #error(sentence: string): NameSyntaxError {
    const token = this.#peek()
    return new NameSyntaxError(sentence, token?.at ?? this.#length, token?.end ?? this.#length)
  }
}

function joinAs(kind: 'any' | 'all', parts: NameNode[]): NameNode {
  const [only] = parts
  return only && parts.length === 1 ? only : { kind, of: parts }
}

function everyday(word: string, at: number, end: number): NameSyntaxError {
  const operator = word.toUpperCase()
  const isOperator = ['AND', 'OR', 'NOT'].includes(operator)
  const hint = isOperator ? `, or write ${operator} in capitals to join names` : ''
  return new NameSyntaxError(
    `Nearly every post has the word “${word}”. Put quotes around a name of several words${hint}.`,
    at,
    end,
  )
}

function matchesEverything(expression: string): NameSyntaxError {
  return new NameSyntaxError(
    'This would match nearly every post. Name at least one thing that a post must have, beside what NOT leaves out.',
    0,
    expression.length,
  )
}

function tooLong(expression: string): NameSyntaxError {
  const most = NAME_EXPRESSION_CHARACTERS_MAX.toLocaleString('en')
  return new NameSyntaxError(
    `An expression has at most ${most} characters. Make a second one of the rest.`,
    NAME_EXPRESSION_CHARACTERS_MAX,
    expression.length,
  )
}
