import { findNamesProblem } from './common-names.ts'
import { readTable } from './read-table.ts'
import { NameSyntaxError, readTokens } from './read-tokens.ts'

export const NAME_LINE_OUTCOMES = ['new', 'known', 'wrong', 'no_room'] as const

/** What a line of a list becomes. */
export interface NameLine {
  /** Counted from 1, as an editor does. */
  line: number
  /** As it stands in the list, so that it can be read again below the list's header. */
  text: string
  /** The expression that is made of it; null where none can be. */
  names: string | null
  outcome: (typeof NAME_LINE_OUTCOMES)[number]
  /** Why it is not new, in a sentence; null where it is. */
  why: string | null
}

export interface NameList {
  lines: NameLine[]
  /** The line that names the columns of a table, as it stands in the list; null where there is none. */
  header: string | null
  /** The columns of a table that say nothing about names. */
  unused: string[]
}

export const ALREADY_WATCHED = 'The project watches these names already.'
const SURPLUS =
  'This line has more cells than the table has columns. Put quotes around a cell that has the separator in it.'
const UNCLEAR =
  'It is unclear whether this line is one name or several. Write a line for each, or put quotes around each name.'

const KEYWORD = /^(?:keywords?|terms?|query|queries|phrases?|names?|mentions?)$/iu
const EXCLUDED =
  /^(?:(?:exclude|excluded|excluding|negative|ignored?|blocked)(?:[ _-](?:keywords?|terms?|words?|phrases?))?|exclusions?|not|without)$/iu
/** `site:reddit.com`, but no address. */
const NARROWING = /(?:^|[\s(-])(\$?\p{L}[\p{L}_]*:(?!\/\/)\S+)/u
const SIGNS = /["\u201c\u201d\u201e\u00ab\u00bb()]|(?:^|\s)(?:AND|OR|NOT)(?:\s|$)|(?:^|\s)-\S/u
/** A text of several lines without control characters, as all texts that are typed here. */
const TYPED = /^[\t\n\r\P{Cc}]*$/u
const BULLET = /^(?:[-*+\u2022\u2013\u2014]|\d{1,3}[.)])\s+/u
const SEPARATORS_AROUND = /^[\s,;]+|[\s,;]+$/gu

/**
 * Reads a list as other tools export it or people keep it: a name, phrase or expression a line, or a table with a column
 * of keywords and perhaps one of exclusions. Each line is answered for; `taken` are the expressions that are there, and
 * `room` is how many more there may be.
 */
export function readNameList(text: string, { taken, room }: { taken: readonly string[]; room: number }): NameList {
  const { rows, header, unused } = readRows(text.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n'))
  const known = new Map(taken.map((names) => [names.toLowerCase(), ALREADY_WATCHED]))
  let left = room
  const lines = rows.map((row): NameLine => {
    const { line, text: written } = row
    const read = readRow(row)
    if (read.names === null) return { line, text: written, names: null, outcome: 'wrong', why: read.why }
    const { names } = read
    const why = known.get(names.toLowerCase())
    if (why !== undefined) return { line, text: written, names, outcome: 'known', why }
    if (left === 0) return { line, text: written, names, outcome: 'no_room', why: noRoom(taken.length + room) }
    left--
    known.set(names.toLowerCase(), `Line ${line} has the same names.`)
    return { line, text: written, names, outcome: 'new', why: null }
  })
  return { lines, header, unused }
}

function noRoom(most: number): string {
  return `A project has no room for more than ${most} signals. Delete some, or write several names in one line.`
}

interface Row {
  line: number
  text: string
  wanted: string
  unwanted: string
  /** What is wrong with how it is written, in a sentence. */
  problem: string | null
}

function readRows(text: string): { rows: Row[]; header: string | null; unused: string[] } {
  const [head, ...table] = readTable(text)
  const keyword = head?.cells.findIndex((cell) => KEYWORD.test(cell)) ?? -1
  if (!head || keyword < 0) return { rows: plainRows(text), header: null, unused: [] }
  const excluded = head.cells.findIndex((cell) => EXCLUDED.test(cell))
  const rows = table.map(({ line, cells, raw }) => {
    const [wanted = '', unwanted = ''] = [cells[keyword], cells[excluded]]
    const isSurplus = cells.slice(head.cells.length).some((cell) => cell !== '')
    return { line, text: raw, wanted, unwanted, problem: isSurplus ? SURPLUS : null }
  })
  return {
    rows,
    header: head.raw,
    unused: head.cells.filter((cell, at) => cell !== '' && at !== keyword && at !== excluded),
  }
}

function plainRows(text: string): Row[] {
  return text.split('\n').flatMap((typed, at) => {
    const wanted = typed.trim().replace(BULLET, '').replaceAll(SEPARATORS_AROUND, '')
    const isUnclear = /[,;\t]/u.test(wanted) && !SIGNS.test(wanted)
    return wanted === ''
      ? []
      : [{ line: at + 1, text: typed, wanted, unwanted: '', problem: isUnclear ? UNCLEAR : null }]
  })
}

type Read = { names: string; why: null } | { names: null; why: string }

function readRow({ wanted, unwanted, problem: miswritten }: Row): Read {
  if (miswritten !== null) return { names: null, why: miswritten }
  if (!TYPED.test(`${wanted}${unwanted}`))
    return { names: null, why: 'This line has control characters, which show nothing. Write it anew.' }
  if (wanted === '') return { names: null, why: 'This line has no keyword.' }
  const narrowing = NARROWING.exec(wanted)?.[1]
  if (narrowing !== undefined) {
    return { names: null, why: `“${narrowing}” narrows by something else than names, which names cannot. Remove it.` }
  }
  const names = [translate(wanted), ...exclusionsOf(unwanted)].join(' ')
  const why = SIGNS.test(wanted) ? findUnclear(names) : null
  if (why !== null) return { names: null, why }
  const problem = findNamesProblem(names)
  return problem ? { names: null, why: problem.sentence } : { names, why: null }
}

/** Without signs of its own, a line of several words is one phrase, as other tools have it. */
function translate(wanted: string): string {
  if (SIGNS.test(wanted)) return /\s(?:AND|OR)\s/u.test(wanted) ? `(${wanted})` : wanted
  return /[\s,;]/u.test(wanted) ? `"${wanted}"` : wanted
}

function exclusionsOf(unwanted: string): string[] {
  const words = unwanted
    .split(/[,;|\n]/u)
    .map((word) => word.replaceAll(/^[\s"-]+|[\s"]+$/gu, ''))
    .filter((word) => word !== '')
  return words.map((word) => `NOT "${word}"`)
}

/** Other tools join names that stand side by side by AND; here they are alternatives. */
function findUnclear(names: string): string | null {
  try {
    const tokens = readTokens(names)
    for (const [at, token] of tokens.entries()) {
      const before = tokens[at - 1]
      if (token.kind !== 'name' && token.kind !== 'open') continue
      if (before?.kind !== 'name' && before?.kind !== 'close') continue
      const between = names.slice(before.end, token.at)
      if (!/[,;]/u.test(between)) {
        return `Write AND or OR before ${names.slice(token.at, token.end)}: tools differ in what names side by side mean.`
      }
    }
    return null
  } catch (error) {
    if (error instanceof NameSyntaxError) return error.problem.sentence
    throw error
  }
}
