/** An expression as a tree of plain texts, made before it is written down. */
export type PlainNames = string | { any: PlainNames[] } | { all: PlainNames[] } | { not: PlainNames }

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Whether a text has what a tree says. Slow and simple, and of no code that the product uses: what the product must agree with. */
export function saysNames(names: PlainNames, text: string): boolean {
  return saysIn(names, plain(text))
}

/** For many trees and one text. */
export function plain(text: string): string[] {
  const bare = Array.from(withoutMarks(text))
    .map((one) => (RAISED.includes(one) ? one : one.toUpperCase().toLowerCase().normalize('NFKD')))
    .join('')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[’‘ʼʹ]/g, "'")
  return Array.from(bare)
}

/** Signs of whose a name is, are no letters of it, nor are raised digits. */
function withoutMarks(text: string): string {
  const parts = text.replaceAll(/[™℠®©]\p{M}*/gu, ' ').split(/([⁰¹²³⁴⁵⁶⁷⁸⁹])/u)
  return parts.map((part) => (RAISED.includes(part) ? part : part.normalize('NFKD'))).join('')
}

export function saysIn(names: PlainNames, text: readonly string[]): boolean {
  if (typeof names === 'string') return hasName(nameOf(names), text)
  if ('any' in names) return names.any.some((part) => saysIn(part, text))
  if ('all' in names) return names.all.every((part) => saysIn(part, text))
  return !saysIn(names.not, text)
}

interface PlainName {
  wanted: readonly string[]
  address: string | undefined
}

const known = new Map<string, PlainName>()

function nameOf(name: string): PlainName {
  const before = known.get(name)
  if (before) return before
  const folded = Array.from(plain(name).join('').trim())
  const address = addressIn(folded.join(''))
  const made = { wanted: address === undefined ? folded : Array.from(address), address }
  known.set(name, made)
  return made
}

function hasName({ wanted, address }: PlainName, text: readonly string[]): boolean {
  const [first] = wanted
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== first) continue
    const end = endOf(wanted, text, at)
    if (end === undefined) continue
    const [before, after, second] = [text[at - 1] ?? ' ', text[end] ?? ' ', text[end + 1] ?? ' ']
    if (
      address === undefined ? isWhole(wanted, { before, after, second }) : isThere(address, { before, after, second })
    )
      return true
  }
  return false
}

interface Around {
  before: string
  after: string
  second: string
}

/** Where the name ends if it begins here; a space of it is any run of white space. */
function endOf(name: readonly string[], text: readonly string[], start: number): number | undefined {
  let at = start
  for (const [index, one] of name.entries()) {
    if (one === ' ') {
      if (name[index - 1] === ' ') continue
      if (!isSpace(text[at])) return undefined
      while (isSpace(text[at])) at++
    } else if (text[at++] !== one) return undefined
  }
  return at
}

function isSpace(one: string | undefined): boolean {
  return one !== undefined && one.trim() === ''
}

function isWhole(name: readonly string[], { before, after, second }: Around): boolean {
  const [first = '', last = ''] = [name[0], name.at(-1)]
  if (!isCrowded(first) && isLetter(before)) return false
  if (isCrowded(last)) return !/\p{M}/u.test(after)
  if (isLetter(after)) return false
  if (last === '+') return after !== '+'
  if (last === '#') return after !== '#'
  if (after === '+' && second === '+') return false
  return !(after === '#' && !isLetter(second))
}

function isThere(address: string, { before, after, second }: Around): boolean {
  if (isLetter(before) || before === '-' || isLetter(after)) return false
  if (address.includes('/')) return true
  return after !== '-' && !(after === '.' && isLetter(second))
}

/** The address without what does not tell it from others; undefined for what is none. */
function addressIn(name: string): string | undefined {
  const rest = name.replace(/^https?:\/\//, '').replace(/^www\./, '')
  const [host = '', ...path] = rest.split('/')
  const labels = host.split('.')
  const isHost =
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}-]+$/u.test(label)) &&
    /^\p{L}{2,}$/u.test(labels.at(-1) ?? '')
  if (!isHost || /[?#:]/.test(host)) return undefined
  return path.length === 0 ? host : rest.replace(/\/+$/, '')
}

/** A letter of a script whose words are not spaced. */
function isCrowded(one: string): boolean {
  return /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Bopo}]/u.test(one)
}

function isLetter(one: string): boolean {
  return /[\p{L}\p{N}\p{M}_]/u.test(one) && !isCrowded(one) && !RAISED.includes(one)
}
