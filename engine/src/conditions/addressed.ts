import { NOT_SAID, type Finding, type Passage } from './passage.ts'

/** Whose customers the signal asks for. */
export interface AddresseeLimit {
  kind: 'addressee'
  text: string
  names: string[]
}

const CUSTOMERS = /\b(?:customers?|passengers?|flyers?|travellers?|travelers?|subscribers?)\b|\bon $/i
const ADDRESSED = /^\s*(?:\.?@\w+[\s,:]+)*\.?@(\w+)/

/** `JetBlue or Southwest customers`: the names before or after such a word, as written in the signal. */
export function readAddresseeLimit(who: string, names: readonly string[]): AddresseeLimit | undefined {
  const own = names.filter((name) => who.includes(name))
  if (own.length === 0 || !CUSTOMERS.test(who)) return undefined
  return { kind: 'addressee', text: own.join(' or '), names: own }
}

/** Whom a public message is written to: another company, unless one of the names is there too. */
export function checkAddressee(limit: AddresseeLimit, passages: readonly Passage[]): Finding {
  const names = limit.names.map(bare)
  const named = passages.find(({ words }) => names.some((name) => bare(words).includes(name)))
  if (named !== undefined) return { state: 'met', at: named }
  const [first] = passages
  return first !== undefined && ADDRESSED.test(first.words) ? { state: 'not_met', at: first } : NOT_SAID
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
