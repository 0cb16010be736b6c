import { NOT_SAID, type Finding, type Passage } from './passage.ts'

/** A limit on money or on time: from and to, in dollars or in minutes. */
export interface AmountLimit {
  kind: 'money' | 'time'
  /** As the signal has it. */
  text: string
  from: number
  to: number
}

interface Amount {
  from: number
  to: number
}

/** A pound, a euro and a dollar differ less than what people call near their budget. */
const IN_DOLLARS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    '£': 1.4,
    '€': 1.15,
    pound: 1.4,
    gbp: 1.4,
    euro: 1.15,
    eur: 1.15,
  }),
)
/** Somebody with 620 dollars may well buy for 600. */
const SLACK = 1.1
const NUMBER = String.raw`\d{1,3}(?:[,.]\d{3})+|\d+(?:\.\d+)?`
const MONEY = new RegExp(
  String.raw`([$£€])\s?(${NUMBER})(k\b|m\b)?(?:\s?(?:-|–|to)\s?[$£€]?\s?(${NUMBER})(k\b|m\b)?)?|\b(?<![\w.,])(${NUMBER})(k)?(?:\s?(?:-|–|to)\s?(${NUMBER})(k)?)?\s?([$£€]|(?:us )?dollars?\b|bucks\b|usd\b|(?<=\dk) |pounds?\b|quid\b|gbp\b|euros?\b|eur\b)`,
  'gi',
)
const TIME =
  /\b(?:(\d+(?:\.\d+)?)|(an?|one|two|three|four|five|six)|(half an))\+?[ -]?(?:and a half )?(hours?|hrs?|minutes?|mins?)\b/gi
const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    a: 1,
    an: 1,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
  }),
)

const BELOW = /\b(?:under|below|less than|at most|up to|within|no more than|cheaper than|max(?:imum)?(?: of)?)\s+$/i
const ABOVE = /\b(?:over|above|more than|at least)\s+$/i
const OR_LESS = /^\s*(?:or less|or under|at most|max)\b/i
const OR_MORE = /^\s*(?:or more|and up|\+)/i
const BUDGET =
  /\b(?:budget|spend(?:ing)?|under|below|less than|up to|max(?:imum)?|limit|price range|range|no more than|at most|afford|tops|willing to pay|looking to pay|for (?:about|around))\b|~/i
const HELD = /\b(?:cash|savings?|saved|bank|inherit\w*|have|sitting on|received|invest\w*|windfall|capital)\b/i
const WAITED = /\b(?:on hold|queued?|que|phone|line)\b/i
const PER_TIME = /^[^.,;!?]{0,12}(?:\/|\b(?:per|an?|each|every) )(?:hour|hr|day|week|month|mo|year|yr)/i

/** The limits on money and time that a signal states. Numbers that limit nothing (`401(k)`, `Windows 8`) are none. */
export function readAmountLimits(signal: string): AmountLimit[] {
  const money = [...amountsIn(signal, 'money')].map((found) => ({ ...found, kind: 'money' as const }))
  const time = [...amountsIn(signal, 'time')].map((found) => ({ ...found, kind: 'time' as const }))
  return [...money, ...time].flatMap(({ kind, amount, start, end }) => {
    const before = BELOW.exec(signal.slice(0, start)) ?? ABOVE.exec(signal.slice(0, start))
    const after = OR_LESS.exec(signal.slice(end)) ?? OR_MORE.exec(signal.slice(end))
    const text = signal.slice(before?.index ?? start, end + (after?.[0].length ?? 0)).trim()
    if (amount.from !== amount.to) return [{ kind, text, ...amount }]
    if (BELOW.test(signal.slice(0, start)) || OR_LESS.test(signal.slice(end)))
      return [{ kind, text, from: 0, to: amount.to }]
    if (ABOVE.test(signal.slice(0, start)) || OR_MORE.test(signal.slice(end)))
      return [{ kind, text, from: amount.from, to: Number.POSITIVE_INFINITY }]
    return []
  })
}

/** What an author says of an amount of their own: a budget, what they hold, how long they waited. */
export function checkAmount(limit: AmountLimit, passages: readonly Passage[]): Finding {
  const said = passages.flatMap((at) => ownAmounts(limit, at).map((amount) => ({ at, amount })))
  const [first] = said
  if (first === undefined) return NOT_SAID
  const inside = said.find(({ amount }) => amount.to <= limit.to * SLACK && amount.from * SLACK >= limit.from)
  if (inside !== undefined) return { state: 'met', at: inside.at }
  const doubtful = said.some(({ amount }) => amount.from <= limit.to * SLACK && amount.to * SLACK >= limit.from)
  if (doubtful) return NOT_SAID
  return { state: 'not_met', at: first.at }
}

function ownAmounts(limit: AmountLimit, passage: Passage): Amount[] {
  const { words, inTitle } = passage
  const isUpper = limit.from === 0
  return [...amountsIn(words, limit.kind)].flatMap(({ amount, start, end }) => {
    const around = words.slice(Math.max(0, start - 40), end + 25)
    if (limit.kind === 'time') return WAITED.test(words) ? [amount] : []
    if (!isUpper) return HELD.test(around) && !PER_TIME.test(words.slice(end)) ? [amount] : []
    const isBudget = BUDGET.test(around) || (inTitle && !/\b(?:paid|sold|lost|got|for only)\b/i.test(words))
    return isBudget && amount.to >= 20 ? [amount] : []
  })
}

function* amountsIn(
  text: string,
  kind: AmountLimit['kind'],
): Generator<{ amount: Amount; start: number; end: number }> {
  for (const match of text.matchAll(kind === 'money' ? MONEY : TIME)) {
    const amount = kind === 'money' ? readMoney(match) : readTime(match)
    yield { amount, start: match.index, end: match.index + match[0].length }
  }
}

function readMoney(match: RegExpExecArray): Amount {
  const [, sign, low, lowK, high, highK, plainLow, plainLowK, plainHigh, plainHighK, unit] = match
  const rate = IN_DOLLARS.get((sign ?? unit ?? '').toLowerCase().replace(/s$/, '')) ?? 1
  const top = numberOf(high ?? plainHigh, highK ?? plainHighK)
  const from =
    numberOf(low ?? plainLow, lowK ?? plainLowK ?? (top === undefined ? undefined : (highK ?? plainHighK))) ?? 0
  return { from: from * rate, to: Math.max(from, top ?? 0) * rate }
}

function numberOf(digits: string | undefined, thousands: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const plain = Number(digits.replace(/[,.](?=\d{3})/g, ''))
  return thousands === undefined ? plain : plain * (/m/i.test(thousands) ? 1_000_000 : 1000)
}

function readTime([, digits, word, half, unit]: RegExpExecArray): Amount {
  const count =
    half === undefined
      ? digits === undefined
        ? (NUMBER_WORDS.get((word ?? '').toLowerCase()) ?? 1)
        : Number(digits)
      : 0.5
  const minutes = /^h/i.test(unit ?? '') ? count * 60 : count
  return { from: minutes, to: minutes }
}
