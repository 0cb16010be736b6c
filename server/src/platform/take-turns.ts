import { setImmediate } from 'node:timers/promises'

/** As many small things as are made in a few milliseconds. */
const THINGS_A_TURN = 10

/** As much text as is read, quoted and encoded in a few milliseconds. */
const CHARACTERS_A_TURN = 100_000

/** Divides long work on texts, so that no request keeps others waiting until all of it is done. */
export interface Turns {
  /** Call it after work on so many characters. Resolves at once, or when others have had their turn. */
  after(characters: number): Promise<void>
}

export function takeTurns(): Turns {
  let characters = 0
  return {
    async after(more) {
      characters += more
      if (characters < CHARACTERS_A_TURN) return
      characters = 0
      await setImmediate()
    },
  }
}

/** The texts one after another in UTF-8, a piece a turn. */
export async function* encodeInTurns(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < CHARACTERS_A_TURN) continue
    yield encoder.encode(piece)
    piece = ''
    await setImmediate()
  }
  if (piece !== '') yield encoder.encode(piece)
}

/** What each is made into, some a turn. */
export async function mapInTurns<Of, To>(all: readonly Of[], make: (one: Of) => To): Promise<To[]> {
  const made: To[] = []
  for (const one of all) {
    made.push(make(one))
    if (made.length % THINGS_A_TURN === 0) await setImmediate()
  }
  return made
}
