import { expect, test } from 'vitest'
import { readNameList } from './read-name-list.ts'

const ROOM = { taken: [], room: 100 }

function made(text: string): (string | null)[] {
  return readNameList(text, ROOM).lines.map(({ names }) => names)
}

test.each([
  ['one keyword a line', '\uFEFFacme\r\n\r\nacme corp\nacme.com\n', ['acme', '"acme corp"', 'acme.com']],
  [
    'a phrase with small words, as F5Bot keeps it',
    'fish and chips\nfish not chips',
    ['"fish and chips"', '"fish not chips"'],
  ],
  [
    'quotes and exclusions',
    '"Acme Corp" -jobs -"acme street"\nacme NOT bricks',
    ['"Acme Corp" -jobs -"acme street"', 'acme NOT bricks'],
  ],
  ['operators', 'acme AND (review OR price)', ['(acme AND (review OR price))']],
  ['a column of keywords', 'id,Keyword,notes\n1,acme,ours\n2,"acme, inc",theirs', ['acme', '"acme, inc"']],
  [
    'a column of exclusions',
    'keyword;excluded keywords\nacme;jobs, "hiring now"\nglobex;',
    ['acme NOT "jobs" NOT "hiring now"', 'globex'],
  ],
  ['tabs', 'Name\tNegative\nacme\tjobs', ['acme NOT "jobs"']],
  ['quotes within a cell', 'keyword\n"""acme corp"" OR acme"\n', ['("acme corp" OR acme)']],
])('%s', (_, text, names) => {
  expect(made(text)).toEqual(names)
})

test('every line is answered for, with its number and why it is not made', () => {
  const list = 'acme\n"acme\nacme site:reddit.com\n\nNOT acme\n"acme corp" review\nglobex\nACME\nInitech\nzeta'
  const { lines } = readNameList(list, { taken: ['Globex', 'x1'], room: 2 })
  expect(lines.map(({ line, outcome, why }) => [line, outcome, why])).toEqual([
    [1, 'new', null],
    [2, 'wrong', 'This quotation mark is not closed.'],
    [3, 'wrong', '“site:reddit.com” narrows by something else than names, which names cannot. Remove it.'],
    [5, 'wrong', expect.stringMatching(/^This would match nearly every post\./)],
    [6, 'wrong', 'Write AND or OR before review: tools differ in what names side by side mean.'],
    [7, 'known', 'The project watches these names already.'],
    [8, 'known', 'Line 1 has the same names.'],
    [9, 'new', null],
    [10, 'no_room', 'A project has no room for more than 4 signals. Delete some, or write several names in one line.'],
  ])
})

test('a table says which of its columns are not used, and which rows have no keyword', () => {
  const { lines, unused } = readNameList('flags,keyword,created\nno-reddit,acme,2026\nonly-reddit,,2026', ROOM)
  expect(unused).toEqual(['flags', 'created'])
  expect(lines).toEqual([
    { line: 2, text: 'no-reddit,acme,2026', names: 'acme', outcome: 'new', why: null },
    { line: 3, text: 'only-reddit,,2026', names: null, outcome: 'wrong', why: 'This line has no keyword.' },
  ])
})

test('a row after a cell of several lines has its own line number', () => {
  expect(readNameList('keyword,notes\nacme,"a\nb"\nglobex,x', ROOM).lines.map(({ line }) => line)).toEqual([2, 4])
})

test('1,000 lines are all answered for', () => {
  const { lines } = readNameList(Array.from({ length: 1_000 }, (_, at) => `name${at}`).join('\n'), ROOM)
  expect(lines).toHaveLength(1_000)
  expect(lines.filter(({ outcome }) => outcome === 'new')).toHaveLength(100)
  expect(lines.at(-1)).toMatchObject({ line: 1_000, outcome: 'no_room' })
})

test.each(['"a,b', 'keyword\n"acme', ',,,\n;;', '"""', '\u0000', 'keyword'])(
  'malformed %j is answered and not thrown at',
  (text) => {
    expect(readNameList(text, ROOM).lines.every(({ outcome, why }) => (outcome === 'new') === (why === null))).toBe(
      true,
    )
  },
)

test('what is left of a table reads as before below its header', () => {
  const [header, row] = ['keyword,excluded keywords,flags', 'Acme Corp,"jobs, hiring",reddit']
  const full = readNameList(`${header}\n${row}\nglobex,,`, { taken: [], room: 0 })
  expect(full).toMatchObject({ header, lines: [{ text: row }, { text: 'globex,,' }] })
  const again = [full.header, ...full.lines.map(({ text }) => text)].join('\n')
  expect(made(again)).toEqual(['"Acme Corp" NOT "jobs" NOT "hiring"', 'globex'])
  expect(readNameList('acme', ROOM).header).toBeNull()
})

test.each([
  ['acme;', 'acme'],
  ['- acme', 'acme'],
  ['* Acme Corp,', '"Acme Corp"'],
  ['\u2022\tacme', 'acme'],
  ['12. acme', 'acme'],
  ['«acme corp»', '«acme corp»'],
  ['"acme", "globex"', '"acme", "globex"'],
])('%j is read as %s', (line, names) => {
  expect(made(line)).toEqual([names])
})

test.each([
  ['acme, globex, initech', 'It is unclear whether this line is one name or several.'],
  ['acme\tglobex', 'It is unclear whether this line is one name or several.'],
  ['keyword\nAcme, Inc', 'This line has more cells than the table has columns.'],
  ['ac\u0007me', 'This line has control characters'],
  ['"the"', '“the” stands in so many posts'],
])('%j is refused rather than guessed', (line, why) => {
  expect(readNameList(line, ROOM).lines).toMatchObject([
    { outcome: 'wrong', names: null, why: expect.stringContaining(why) as string },
  ])
})
