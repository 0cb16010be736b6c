const MAX_WORD_CHARACTERS = 100
const CONTINUATION = '##'

/** The part of a Hugging Face `tokenizer.json` that WordPiece needs. */
export interface WordPieceFile {
  model: { vocab: Record<string, number>; unk_token: string }
}

/** BERT token ids, from `[CLS]` to `[SEP]`, and where each token's word begins in the text (UTF-16 units). */
export interface Encoding {
  ids: number[]
  starts: number[]
  ends: number[]
}

export interface WordPiece {
  /** At most `tokensMax` tokens; reads no further into the text than they need. */
  encode(text: string, tokensMax: number): Encoding
}

const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u
const IDEOGRAPH = /[\p{Script=Han}]/u
const DROPPED = /[\p{Cc}\p{Cf}\p{Cs}\uFFFD]/u
const WORDS_REMEMBERED = 50_000

/** Builds the uncased BERT tokenizer that the embedding model was trained with. */
export function createWordPiece(file: WordPieceFile): WordPiece {
  const vocabulary = new Map(Object.entries(file.model.vocab))
  const unknown = requireToken(vocabulary, file.model.unk_token)
  const first = requireToken(vocabulary, '[CLS]')
  const last = requireToken(vocabulary, '[SEP]')
  const remembered = new Map<string, number[]>()

  function piecesOf(word: string): number[] {
    const known = remembered.get(word)
    if (known !== undefined) return known
    const pieces = splitWord(vocabulary, word) ?? [unknown]
    if (remembered.size >= WORDS_REMEMBERED) remembered.clear()
    remembered.set(word, pieces)
    return pieces
  }

  function encode(text: string, tokensMax: number): Encoding {
    const encoding: Encoding = { ids: [first], starts: [0], ends: [0] }
    for (const word of readRawWords(text)) {
      const pieces = piecesOf(word.form)
      const room = tokensMax - 1 - encoding.ids.length
      for (const id of pieces.slice(0, room)) push(encoding, id, word)
      if (pieces.length >= room) break
    }
    const end = encoding.ends.at(-1) ?? 0
    push(encoding, last, { start: end, end })
    return encoding
  }

  return { encode }
}

function push(encoding: Encoding, id: number, place: { start: number; end: number }): void {
  encoding.ids.push(id)
  encoding.starts.push(place.start)
  encoding.ends.push(place.end)
}

function requireToken(vocabulary: ReadonlyMap<string, number>, token: string): number {
  const id = vocabulary.get(token)
  if (id === undefined) throw new Error(`The tokenizer file has no ${token}.`)
  return id
}

interface RawWord {
  form: string
  start: number
  end: number
}

function* readRawWords(text: string): Generator<RawWord> {
  let form = ''
  let start = 0
  let index = 0
  for (const character of text) {
    const kind = kindOf(character)
    const end = index + character.length
    if (kind === 'letter') {
      if (form === '') start = index
      form += foldCharacter(character)
    } else if (kind !== 'dropped') {
      if (form !== '') yield { form, start, end: index }
      form = ''
      if (kind === 'single') yield { form: character, start: index, end }
    }
    index = end
  }
  if (form !== '') yield { form, start, end: index }
}

/** Lower case without accents, one character at a time so that offsets hold. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 128) return character.toLowerCase()
  return character
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
}

type Kind = 'letter' | 'space' | 'single' | 'dropped'

function kindOf(character: string): Kind {
  const code = character.charCodeAt(0)
  if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)) return 'letter'
  if (/\s/u.test(character)) return 'space'
  if (PUNCTUATION.test(character) || IDEOGRAPH.test(character)) return 'single'
  return DROPPED.test(character) ? 'dropped' : 'letter'
}

function splitWord(vocabulary: ReadonlyMap<string, number>, word: string): number[] | undefined {
  if (word.length > MAX_WORD_CHARACTERS) return undefined
  const pieces: number[] = []
  let start = 0
  while (start < word.length) {
    const found = longestPiece(vocabulary, word, start)
    if (found === undefined) return undefined
    pieces.push(found.id)
    start = found.end
  }
  return pieces
}

function longestPiece(
  vocabulary: ReadonlyMap<string, number>,
  word: string,
  start: number,
): { id: number; end: number } | undefined {
  for (let end = word.length; end > start; end--) {
    const piece = word.slice(start, end)
    const id = vocabulary.get(start === 0 ? piece : CONTINUATION + piece)
    if (id !== undefined) return { id, end }
  }
  return undefined
}
