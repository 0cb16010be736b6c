export interface Indexed {
  /** The searched text. */
  words: string
  /** Unix seconds. */
  time: number
}

/** What a found entry fulfils. */
export type Condition<Entry> =
  /** These words in a row; one word is a row too. */
  | { kind: 'row'; text: string; in?: ((entry: Entry) => string) | undefined }
  /** A word that begins so. */
  | { kind: 'beginning'; text: string }
  | { kind: 'all'; of: readonly Condition<Entry>[] }
  | { kind: 'any'; of: readonly Condition<Entry>[] }
  | { kind: 'not'; of: Condition<Entry> }
  | { kind: 'where'; isMet: (entry: Entry) => boolean }

export interface TextIndex<Entry> {
  /** Entries that fulfil the condition, newest first, with after < time < before. */
  find(condition: Condition<Entry>, window: { after: number; before: number }): Entry[]
}

/** Fulfilled by every entry. */
export const EVERYTHING = { kind: 'all', of: [] } as const

/** An inverted index in memory: word → the entries that contain it, in time order. */
export function createTextIndex<Entry extends Indexed>(entries: readonly Entry[]): TextIndex<Entry> {
  const sorted = entries.toSorted((a, b) => b.time - a.time)
  const everywhere = sorted.map((_, position) => position)
  const postings = new Map<string, number[]>()
  const said: string[] = []
  sorted.forEach((entry, position) => {
    const words = splitText(entry.words)
    said.push(padded(words))
    for (const word of new Set(words)) {
      const list = postings.get(word)
      if (list) list.push(position)
      else postings.set(word, [position])
    }
  })

  /** Positions, ascending, that fulfil a condition. */
  function evaluate(condition: Condition<Entry>): readonly number[] {
    if (condition.kind === 'row') return holdersOf(condition)
    if (condition.kind === 'all') return all(condition.of)
    if (condition.kind === 'any') return union(condition.of.map(evaluate))
    if (condition.kind === 'not') return without(everywhere, evaluate(condition.of))
    if (condition.kind === 'beginning')
      return union([...postings].flatMap(([word, held]) => (word.startsWith(condition.text) ? [held] : [])))
    return everywhere.filter((position) => isMet(condition, position))
  }

  function holdersOf({ text, in: part }: Extract<Condition<Entry>, { kind: 'row' }>): readonly number[] {
    const words = splitText(text)
    const held = intersection(words.map((word) => postings.get(word) ?? []))
    if (words.length < 2 && part === undefined) return held
    const row = padded(words)
    return held.filter((position) => {
      const entry = sorted[position]
      const searched = part && entry ? padded(splitText(part(entry))) : said[position]
      return searched?.includes(row)
    })
  }

  /** What is asked of entries one by one is asked last, of those that are left. */
  function all(of: readonly Condition<Entry>[]): readonly number[] {
    const found = intersection(of.flatMap((one) => (one.kind === 'not' || one.kind === 'where' ? [] : [evaluate(one)])))
    const unwanted = union(of.flatMap((one) => (one.kind === 'not' ? [evaluate(one.of)] : [])))
    const asked = of.flatMap((one) => (one.kind === 'where' ? [one] : []))
    return without(found, unwanted).filter((position) => asked.every((one) => isMet(one, position)))
  }

  function isMet(condition: Extract<Condition<Entry>, { kind: 'where' }>, position: number): boolean {
    const entry = sorted[position]
    return entry !== undefined && condition.isMet(entry)
  }

  function intersection(lists: readonly (readonly number[])[]): readonly number[] {
    const [rarest = everywhere, ...others] = lists.toSorted((a, b) => a.length - b.length)
    const sets = others.map((list) => new Set(list))
    return rarest.filter((position) => sets.every((set) => set.has(position)))
  }

  return {
    find(condition, { after, before }) {
      // In time order, so that the window is one stretch of positions.
      const from = firstPosition(sorted, ({ time }) => time < before)
      const to = firstPosition(sorted, ({ time }) => time <= after)
      return evaluate(condition).flatMap((position) =>
        position >= from && position < to ? (sorted[position] ?? []) : [],
      )
    },
  }
}

/** The first position from which on something is so, found by halving. */
function firstPosition<Entry>(entries: readonly Entry[], isSo: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry !== undefined && isSo(entry)) high = middle
    else low = middle + 1
  }
  return low
}

function union(lists: readonly (readonly number[])[]): readonly number[] {
  const [only = [], ...others] = lists
  return others.length === 0 ? only : [...new Set(lists.flat())].sort((a, b) => a - b)
}

function without(list: readonly number[], unwanted: readonly number[]): readonly number[] {
  if (unwanted.length === 0) return list
  const left = new Set(unwanted)
  return list.filter((position) => !left.has(position))
}

/** With a space around each word, so that `includes` compares whole words. */
function padded(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}

/** Lower case, without accents, split at everything but letters and digits. */
export function splitText(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
