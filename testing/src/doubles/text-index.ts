export interface Indexed {
  /** The searched text. */
  words: string
  /** Unix seconds. */
  time: number
}

export interface TextQuery {
  words: string[]
  phrases: string[]
  without: string[]
}

export interface TextIndex<Entry> {
  /** Entries with all words and phrases and none of the unwanted ones, newest first, with after < time < before. */
  find(query: TextQuery, window: { after: number; before: number }): Entry[]
}

/** An inverted index in memory: word → the entries that contain it, in time order. */
export function createTextIndex<Entry extends Indexed>(entries: readonly Entry[]): TextIndex<Entry> {
  const sorted = entries.toSorted((a, b) => b.time - a.time)
  const postings = new Map<string, number[]>()
  const said: string[] = []
  sorted.forEach((entry, position) => {
    const words = splitText(entry.words)
    said.push(` ${words.join(' ')} `)
    for (const word of new Set(words)) {
      const list = postings.get(word)
      if (list) list.push(position)
      else postings.set(word, [position])
    }
  })

  function holders(word: string): number[] {
    return postings.get(word) ?? []
  }

  function candidates(words: string[]): number[] {
    if (words.length === 0) return sorted.map((_, position) => position)
    const [rarest = [], ...others] = words.map(holders).sort((a, b) => a.length - b.length)
    const sets = others.map((list) => new Set(list))
    return rarest.filter((position) => sets.every((set) => set.has(position)))
  }

  return {
    find({ words, phrases, without }, { after, before }) {
      const spelled = phrases.flatMap((phrase) =>
        splitText(phrase).length > 0 ? [` ${splitText(phrase).join(' ')} `] : [],
      )
      const unwanted = new Set(without.flatMap((word) => splitText(word).flatMap(holders)))
      const wanted = candidates([...words.flatMap(splitText), ...phrases.flatMap(splitText)])
      return wanted
        .filter((position) => !unwanted.has(position) && spelled.every((phrase) => said[position]?.includes(phrase)))
        .flatMap((position) => sorted[position] ?? [])
        .filter(({ time }) => time > after && time < before)
    },
  }
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

/** Words, "phrases" and -words, as in Algolia's advanced syntax and most search boxes. */
export function parseQuery(query: string): TextQuery {
  const parsed: TextQuery = { words: [], phrases: [], without: [] }
  for (const [, minus, phrase, word] of query.matchAll(/(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    if (phrase !== undefined) (minus ? parsed.without : parsed.phrases).push(phrase)
    else if (word !== undefined) (minus ? parsed.without : parsed.words).push(word)
  }
  return parsed
}
