import { isPeopleNoun } from './word-kinds.ts'

/** The part of speech of a word, in the terms of Universal Dependencies. */
type PartOfSpeech = string

export interface Token {
  /** As written, joined over hyphens and apostrophes: `one-to-one`, `don't`. */
  text: string
  lower: string
  pos: PartOfSpeech
}

export type Tag = (sentence: string) => Token[]

/** What the tagger takes for something else so often that a page of a business would be misread. */
const CORRECTED: ReadonlyMap<string, PartOfSpeech> = new Map(
  Object.entries({
    ADP: 'vs versus for in of at by from with without across near around throughout within unlike like to into onto over under about between alongside via per than through plus',
    SCONJ: 'that who which whose whom where when while so because if as before after until whether how why what',
    DET: 'a an the our your their its his her my every each all any some this these those no another both',
    PRON: 'we you they it i he she us them me him everyone anyone someone nobody everything anything something nothing yourself themselves',
    CCONJ: 'and or & but nor',
    NOUN: 'broadband sports pain seo crm maths b2b saas',
    ADJ: 'deep north south east west custom bespoke handmade online dental private small local',
    ADV: 'not just only also even still already never always',
    AUX: 'is are am be was were will can must should would could',
    VERB: 'offer offers provide provides sell sells build builds make makes help helps teach teaches run runs let lets fit fits treat treats treating including',
  }).flatMap(([pos, words]) => words.split(' ').map((word) => [word, pos] as const)),
)

/** What we use of the grammar. Its selectors are handed over as they are, which it knows them by. */
interface Grammar {
  readDoc: (text: string) => { tokens: () => { out: (selector: Selector) => string | string[] } }
  its: { value: Selector; pos: Selector; precedingSpaces: Selector }
}
type Selector = (index: number, document: unknown) => string

const HELPED = /^(?:helps?|lets?|makes?|sees?|watch|to|can|will)$/u

let loading: Promise<Tag> | undefined

/** The grammar, loaded when a business is first read: half a second and some 50 MB that a start need not wait for. */
export function loadTagger(): Promise<Tag> {
  return (loading ??= load())
}

async function load(): Promise<Tag> {
  const [{ default: winkNlp }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  const nlp: Grammar = winkNlp(model, ['pos'])
  const { its } = nlp
  return (sentence) => {
    const tokens = nlp.readDoc(sentence).tokens()
    const [words, tags, spaces] = [its.value, its.pos, its.precedingSpaces].map((selector) =>
      [tokens.out(selector)].flat(),
    )
    return join((words ?? []).map((text, at) => ({ text, pos: tags?.[at] ?? 'X', isJoined: spaces?.[at] === '' })))
  }
}

/** Joins what the tagger has split inside a word, and corrects what it is known to get wrong. */
function join(pieces: readonly { text: string; pos: PartOfSpeech; isJoined: boolean }[]): Token[] {
  const tokens: Token[] = []
  let isOpen = false
  for (const { text, pos, isJoined } of pieces) {
    const last = tokens.at(-1)
    const isMark = /^[-'’/.+]/u.test(text) || text === "n't" || text === 'n’t'
    const follows: boolean =
      last !== undefined && isJoined && (isOpen || (isMark && text !== '.' && /[\p{L}\p{N}]$/u.test(last.text)))
    if (last && follows) Object.assign(last, { text: last.text + text, pos: joinedPos(last, text, pos) })
    else tokens.push({ text, lower: '', pos })
    isOpen = /^[-/]$/u.test(text) && follows
  }
  return tokens.map(corrected).map(asNoun)
}

function corrected({ text, pos }: Token): Token {
  const lower = text.toLowerCase()
  // Unlike "it" and "us", these are names.
  if (text === 'IT' || text === 'US') return { text, lower, pos: 'PROPN' }
  if (/^\d+\p{L}+$/u.test(text)) return { text, lower, pos: 'ADJ' }
  if (text === 'Plus') return { text, lower, pos: 'PROPN' }
  return { text, lower, pos: CORRECTED.get(lower) ?? (/^\d[\d.,]*\+?$/u.test(text) ? 'NUM' : pos) }
}

/** After one thing no verb stands in its base form, so it is a noun: `marquee hire`. "Lets a clinic book" is left alone. */
function asNoun(token: Token, at: number, tokens: readonly Token[]): Token {
  const before = tokens[at - 1]
  const next = tokens[at + 1]
  // "legal teams use Octavo"
  const isSeveral = before?.pos === 'NOUN' && before.lower.endsWith('s')
  if (/^(?:use|run|trust|book|hire)$/u.test(token.lower) && isSeveral && /^(?:PROPN|DET|PRON)$/u.test(next?.pos ?? ''))
    return { ...token, pos: 'VERB' }
  const isLast = next === undefined || /^(?:ADP|PUNCT|CCONJ|SCONJ)$/u.test(next.pos)
  // "a present without": what stands alone behind an article is a thing.
  if (/^(?:ADJ|VERB)$/u.test(token.pos) && /^an?$/u.test(before?.lower ?? '') && next?.pos === 'ADP')
    return { ...token, pos: 'NOUN' }
  // "foraging walks in": a verb of that form would have a subject before it.
  const isSubject = before?.lower.endsWith('s') === true || tokens[at - 2]?.pos === 'DET'
  if (token.pos === 'VERB' && /[^s]s$/u.test(token.lower) && before?.pos === 'NOUN' && isLast && !isSubject)
    return { ...token, pos: 'NOUN' }
  // "piano, guitar, drum and singing lessons", "a baby monitor app"
  const isInList = before?.text === ',' && tokens[at - 2]?.pos === 'NOUN' && next?.pos === 'CCONJ'
  const isInName = before?.pos === 'NOUN' && /^an?$/u.test(tokens[at - 2]?.lower ?? '') && next?.pos === 'NOUN'
  if (token.pos === 'VERB' && (isInList || isInName) && !/(?:ed|ing)$/u.test(token.lower))
    return { ...token, pos: 'NOUN' }
  // "a water well"
  if (token.lower === 'well' && before?.pos === 'NOUN') return { ...token, pos: 'NOUN' }
  // "a calm private practice"
  if (token.pos === 'VERB' && /^an?$/u.test(before?.lower ?? '') && /^(?:ADJ|NOUN)$/u.test(tokens[at + 1]?.pos ?? ''))
    return /(?:ing|ed|en)$/u.test(token.lower) ? token : { ...token, pos: 'ADJ' }
  const isBase = token.pos === 'VERB' && !/(?:ing|ed|s|built|made|sold|run|known|grown|sewn)$/u.test(token.lower)
  // "blocked drains": after what tells of a thing comes the thing.
  if (
    at === 1 &&
    token.pos === 'VERB' &&
    before?.pos === 'VERB' &&
    before.lower.endsWith('ed') &&
    token.lower.endsWith('s')
  )
    return { ...token, pos: 'NOUN' }
  const isThing = before?.pos === 'NOUN' || /^[A-Z]{2,4}$/u.test(before?.text ?? '')
  if (!before || !isBase || !isThing || before.lower.endsWith('s') || isPeopleNoun(before.lower)) return token
  const isHelped = tokens.slice(Math.max(0, at - 8), at).some(({ lower }) => HELPED.test(lower))
  return isHelped ? token : { ...token, pos: 'NOUN' }
}

function joinedPos(last: Token, text: string, pos: PartOfSpeech): PartOfSpeech {
  if (/^n['’]t$/u.test(text)) return 'AUX'
  if (/^['’]/u.test(text) || pos === 'PUNCT' || pos === 'SYM') return last.pos
  return pos === 'NOUN' || pos === 'PROPN' ? pos : 'ADJ'
}
