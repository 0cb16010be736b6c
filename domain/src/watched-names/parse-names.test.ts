import { describe, expect, test } from 'vitest'
import { NAME_DEPTH_MAX, NAME_EXPRESSION_CHARACTERS_MAX, NAME_TERMS_MAX } from './limits.ts'
import type { NameNode } from './name-expression.ts'
import { firstName, foundName, parseNames } from './parse-names.ts'

/** The tree in a few characters: `|` any, `&` all, `!` not. */
function shown(node: NameNode): string {
  if (node.kind === 'name') return node.term.written
  if (node.kind === 'not') return `!${shown(node.of)}`
  return `(${node.of.map(shown).join(node.kind === 'any' ? '|' : '&')})`
}

test.each([
  ['acme', 'acme'],
  ['acme globex', '(acme|globex)'],
  ['acme, globex;\n"Initech Ltd"', '(acme|globex|Initech Ltd)'],
  ['“Acme Corp”', 'Acme Corp'],
  ['a1 AND b1 OR c1', '((a1&b1)|c1)'],
  ['a1 AND (b1 OR c1)', '(a1&(b1|c1))'],
  ['a1 OR b1 NOT c1', '((a1|b1)&!c1)'],
  ['a1\nb1\nNOT c1\nd1', '((a1|b1|d1)&!c1)'],
  ['a1 AND NOT b1 OR c1', '((a1&!b1)|c1)'],
  ['acme -bricks -"acme street"', '(acme&!bricks&!acme street)'],
  ['acme NOT (bricks OR street)', '(acme&!(bricks|street))'],
  ['NOT c1 AND a1', '(!c1&a1)'],
  ['NOT NOT acme', 'acme'],
  ['node.js c++ .net @handle https://example.com/x', '(node.js|c++|.net|@handle|https://example.com/x)'],
  ['coca-cola', 'coca-cola'],
  ['constructor OR toString', '(constructor|toString)'],
  ['"Johnson and Johnson"', 'Johnson and Johnson'],
])('%s is read as %s', (expression, tree) => {
  const { root, problem } = parseNames(expression)
  expect(problem).toBeNull()
  expect(root && shown(root)).toBe(tree)
})

describe('what cannot be read is answered with a sentence and its place', () => {
  test.each([
    ['', 'Write at least one name.', 0, 0],
    [' , ', 'Write at least one name.', 3, 3],
    ['acme "globex', 'This quotation mark is not closed.', 5, 6],
    ['(acme OR globex', 'This parenthesis is not closed.', 0, 1],
    ['acme) OR globex', 'No parenthesis is open here. Remove this one, or open one before it.', 4, 5],
    ['acme OR', 'A name is missing at the end.', 7, 7],
    ['acme AND', 'A name is missing at the end.', 8, 8],
    ['acme NOT', 'A name is missing at the end.', 8, 8],
    ['()', 'A name is missing before this parenthesis.', 1, 2],
    ['AND acme', 'A name is missing before AND. Put quotes around a name that has this word.', 0, 3],
    ['acme OR OR globex', 'A name is missing before OR. Put quotes around a name that has this word.', 8, 10],
    ['acme ""', 'A name needs at least one letter or digit.', 5, 7],
    ['acme & globex', 'A name needs at least one letter or digit.', 5, 6],
    ['acme NOT b OR c', 'Put parentheses around what NOT leaves out, as in NOT (b OR c).', 11, 13],
    ['acme NOT b AND c', 'Put parentheses around what NOT leaves out, as in NOT (b AND c).', 5, 8],
    ['The Who', 'Nearly every post has the word “The”. Put quotes around a name of several words.', 0, 3],
    [
      'Johnson and Johnson',
      'Nearly every post has the word “and”. Put quotes around a name of several words, or write AND in capitals to join names.',
      8,
      11,
    ],
  ])('%j', (expression, sentence, at, end) => {
    expect(parseNames(expression)).toEqual({ root: null, problem: { sentence, at, end } })
  })
})

test.each([
  'NOT acme',
  '-acme',
  'acme OR NOT globex',
  'NOT (acme AND globex)',
  '(NOT acme) AND NOT globex',
  'NOT a1 OR b1',
])('%s would match nearly everything and is refused', (expression) => {
  const { problem } = parseNames(expression)
  expect(problem?.sentence).toMatch(/^This would match nearly every post\./)
  expect(problem).toMatchObject({ at: 0, end: expression.length })
})

describe('limits', () => {
  test('an expression has so many names and no more', () => {
    const names = Array.from({ length: NAME_TERMS_MAX }, (_, at) => `n${at}`)
    expect(parseNames(names.join(' ')).problem).toBeNull()
    expect(parseNames([...names, 'one-more'].join(' ')).problem?.sentence).toContain(`at most ${NAME_TERMS_MAX} names`)
  })

  test('an expression has so many characters and no more', () => {
    const { problem } = parseNames('a'.repeat(NAME_EXPRESSION_CHARACTERS_MAX + 1))
    expect(problem).toMatchObject({ at: NAME_EXPRESSION_CHARACTERS_MAX })
    expect(problem?.sentence).toContain('at most 2,000 characters')
  })

  test('a name has so many characters and no more', () => {
    expect(parseNames('a'.repeat(201)).problem?.sentence).toBe('A name has at most 200 characters.')
  })

  test('parentheses stand within each other so deep and no deeper', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}acme${')'.repeat(depth)}`
    expect(parseNames(nested(NAME_DEPTH_MAX)).problem).toBeNull()
    expect(parseNames(nested(NAME_DEPTH_MAX + 1)).problem?.sentence).toContain('within each other')
  })

  test('1,000 lines are refused in a sentence', () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => `a${at}`).join('\n')
    expect(parseNames(lines).problem?.sentence).toMatch(/^An expression has at most /)
  })
})

test('the first name stands for an expression, and one that does not parse for itself', () => {
  expect(firstName('NOT bricks "Acme Corp" acme.com')).toBe('Acme Corp')
  expect(firstName('(')).toBe('(')
})

test('the name that was found stands for it where its evidence is known', () => {
  expect(foundName('"Acme Corp" globex', [{ label: 'Complains' }, { label: 'Names globex' }])).toBe('globex')
  expect(foundName('"Acme Corp" globex', [])).toBe('Acme Corp')
})
