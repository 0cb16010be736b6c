const WORDS_MAX = 1_000
/** A message of PostgreSQL's protocol begins with its kind and its length. */
const HEAD_BYTES = 5

/** A statement that held the engine, and so kept every other connection waiting. */
export interface SlowTurn {
  ms: number
  statement: string
}

/** Notes a turn at the engine: the message and how long it took. */
export type NoteTurn = (message: Uint8Array, ms: number) => void

/** Reports turns of `slowMs` or longer, with the text of their statement and none of its values. */
export function createSlowTurns(slowMs: number, onSlow: (turn: SlowTurn) => void): NoteTurn {
  const prepared = new Map<string, string>()
  return (message, ms) => {
    const [kind, first, second] = readBeginning(message)
    // Parse has a name, empty where it is not kept, and the text; Bind a portal and that name; Query the text.
    if (kind === 'P' && first !== '') prepared.set(first, second)
    if (ms < slowMs) return
    const words = { P: second, B: prepared.get(second) ?? second, Q: first }[kind] ?? kind
    onSlow({ ms: Math.round(ms), statement: words.replaceAll(/\s+/g, ' ').trim().slice(0, WORDS_MAX) })
  }
}

/** The kind of the first message, and the two texts it begins with. */
function readBeginning(message: Uint8Array): [kind: string, first: string, second: string] {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind !== 'P' && kind !== 'B' && kind !== 'Q') return [kind, '', '']
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const end = bytes.indexOf(0, HEAD_BYTES)
  const second = kind === 'Q' ? '' : bytes.toString('utf8', end + 1, bytes.indexOf(0, end + 1))
  return [kind, bytes.toString('utf8', HEAD_BYTES, end), second]
}
