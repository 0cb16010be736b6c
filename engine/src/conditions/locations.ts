import { isJobOffer } from './job-offer.ts'
import { NOT_SAID, type Finding, type Passage } from './passage.ts'

/** Places that the signal asks for; one of them is enough. */
export interface LocationLimit {
  kind: 'location'
  text: string
  locations: string[]
}

/** Each place with its names, and the place it lies in. Cities are those that posts name most. */
const LOCATIONS: readonly [place: string, within: string, names: string][] = [
  ['europe', '', 'europe|european|eu'],
  ['north america', '', 'north america'],
  ['us', 'north america', 'usa|u\\.s\\.a?|us(?!\\$)|united states|america|american|murica'],
  [
    'canada',
    'north america',
    'canada|canadian|toronto|vancouver|montreal|ottawa|calgary|ontario|british columbia|alberta|quebec',
  ],
  [
    'uk',
    'europe',
    'uk|u\\.k\\.|united kingdom|britain|england|scotland|wales|british|manchester|edinburgh|bristol|birmingham',
  ],
  ['london', 'uk', 'london'],
  ['ireland', 'europe', 'ireland|irish|dublin'],
  ['germany', 'europe', 'germany|german|berlin|munich|hamburg|cologne|frankfurt'],
  ['france', 'europe', 'france|french|paris|lyon'],
  ['netherlands', 'europe', 'netherlands|holland|dutch|amsterdam|rotterdam|utrecht'],
  ['belgium', 'europe', 'belgium|brussels'],
  ['spain', 'europe', 'spain|spanish|madrid|barcelona'],
  ['portugal', 'europe', 'portugal|lisbon|porto'],
  ['italy', 'europe', 'italy|italian|milan|rome'],
  ['switzerland', 'europe', 'switzerland|swiss|zurich|geneva'],
  ['austria', 'europe', 'austria|vienna'],
  ['sweden', 'europe', 'sweden|swedish|stockholm'],
  ['norway', 'europe', 'norway|norwegian|oslo'],
  ['denmark', 'europe', 'denmark|danish|copenhagen'],
  ['finland', 'europe', 'finland|finnish|helsinki'],
  ['poland', 'europe', 'poland|polish|warsaw|krakow'],
  ['romania', 'europe', 'romania|bucharest'],
  ['greece', 'europe', 'greece|greek|athens'],
  ['czechia', 'europe', 'czech republic|czechia|prague'],
  ['india', '', 'india|indian|bangalore|mumbai|delhi|hyderabad|chennai|pune'],
  ['australia', '', 'australia|australian|sydney|melbourne|brisbane|perth|aus'],
  ['new zealand', '', 'new zealand|auckland|nz'],
  ['japan', '', 'japan|tokyo'],
  ['china', '', 'china|beijing|shanghai|shenzhen|hong kong'],
  ['singapore', '', 'singapore'],
  ['south africa', '', 'south africa|cape town|johannesburg'],
  ['brazil', '', 'brazil|sao paulo'],
  ['mexico', '', 'mexico(?! city)|mexico city'],
  ['argentina', '', 'argentina|buenos aires'],
  ['philippines', '', 'philippines|manila'],
  ['israel', '', 'israel|tel aviv'],
  ['new york', 'us', 'new york(?: city)?|nyc|manhattan|brooklyn'],
  [
    'san francisco',
    'us',
    'san francisco|sf|bay area|san mateo|palo alto|mountain view|menlo park|redwood city|oakland|berkeley|san jose|silicon valley|south san francisco',
  ],
  ['boston', 'us', 'boston|cambridge, ma|cambridge ma'],
  ['los angeles', 'us', 'los angeles|santa monica'],
  ['seattle', 'us', 'seattle|redmond|bellevue'],
  ['chicago', 'us', 'chicago'],
  ['austin', 'us', 'austin'],
  ['san diego', 'us', 'san diego'],
  ['washington', 'us', 'washington,? d\\.?c\\.?'],
  [
    'us towns',
    'us',
    'atlanta|denver|boulder|portland|philadelphia|pittsburgh|dallas|houston|miami|minneapolis|detroit|salt lake city|raleigh|nashville|irvine|texas|florida|colorado|california|ohio|michigan|virginia|arizona|oregon',
  ],
]
const WITHIN = new Map(LOCATIONS.map(([place, within]) => [place, within]))
const NAMED = LOCATIONS.map(([place, , names]) => ({
  place,
  pattern: new RegExp(`(?<![\\w@.-])(?:${names})(?![\\w-])`, 'gi'),
}))
/** Short or ambiguous names are places only as people write them. */
const AS_WRITTEN = /^(?:US|U\.S\.A?\.?|USA|UK|U\.K\.|EU|SF|NZ|AUS|Aus|NYC|nyc|usa|uk|sf|Bay Area|bay area)$/
const SHORT = /^(?:us|u\.s\.a?\.?|uk|u\.k\.|eu|sf|nz|aus|nyc)$/i

/** A place after this is where a thing is, not a person: `looking for a factory in China`. */
const OF_A_THING = /\b(?:looking for|searching for|seeking|asking (?:for|about|which)|need|data about)\b/i
const ASKED = /\b(?:in|around|from|near|based in|located in|outside) (?:the )?$/i
const LISTED = /^(?:,? (?:and|or) |, ?)(?:the )?$/i
const PEOPLE_OF = /^(?:americans?|canadians?|british|australians?|germans?|europeans?)\b/i

/** Things that only exist in one country, by which authors say where they are. */
const TELLTALE: readonly [string, RegExp][] = [
  [
    'us',
    /\b(?:my|our|a|the|an?) (?:[\w-]+ ){0,2}(?:401 ?\(?k\)?|roth|roth ira|ira\b(?! w)|w-?2\b)|\bRoth IRA\b|\bmy IRA\b/i,
  ],
]
const OWN_LOCATION: readonly RegExp[] = [
  /\b(?:i|we)(?:'m| am|'re| are)? (?:currently |now |also |both |all )?(?:liv(?:e|ing)|based|located|resid(?:e|ing)|work(?:ing)? out of|from)(?: here)?(?: in| at| near| around| out of)? (?:the )?/gi,
  /\b(?:i'm|i am|we're|we are|im) (?:an? |from |in |currently in |over in |here in )(?:the )?/gi,
  /\b(?:here in|based in|located in|offices? in|headquartered in|based out of|locations in|openings in|position in) (?:the )?/gi,
  /\b(?:living|residing) in (?:the )?/gi,
]
const OWN_REACH = 30
/** In the heading of a job offer every place is one of the job. */
const HEADING_REACH = 260
const LOCATED = /\blocations?\s?[:|-]\s?[^:]{0,60}$/i
const LINK = /(?:https?:\/\/|www\.)\S+|\S+@\S+/g

/** The places that a signal asks for: `in the UK`, `around Boston or San Francisco`, `Americans`. */
export function readLocationLimit(signal: string): LocationLimit | undefined {
  const found = locationsIn(signal)
  const [first] = found
  if (first === undefined) return undefined
  const before = signal.slice(0, first.start)
  const isOpening = first.start === 0 && PEOPLE_OF.test(signal)
  const isAdjective = /^US$/.test(signal.slice(first.start, first.end)) && /^ \p{Ll}/u.test(signal.slice(first.end))
  const asked = ASKED.exec(before)
  if ((asked === null && !isOpening && !isAdjective) || OF_A_THING.test(before)) return undefined
  const listed = found.filter(({ start }, at) => at === 0 || LISTED.test(signal.slice(found[at - 1]?.end, start)))
  const text = signal.slice(asked?.index ?? first.start, listed.at(-1)?.end)
  return { kind: 'location', text, locations: [...new Set(listed.map(({ place }) => place))] }
}

/** Where an author says they are: in words, in brackets in the title, or in the heading of a job offer. */
export function checkLocation(limit: LocationLimit, passages: readonly Passage[]): Finding {
  const isOffer = isJobOffer(passages)
  const said = passages.flatMap((at, index) => ownLocations(at, isOffer && index === 0).map((place) => ({ at, place })))
  const [first] = said
  if (first === undefined) return NOT_SAID
  const inside = said.find(({ place }) => limit.locations.some((asked) => liesIn(place, asked)))
  if (inside !== undefined) return { state: 'met', at: inside.at }
  // Somebody in the US may be in New York.
  if (said.some(({ place }) => limit.locations.some((asked) => liesIn(asked, place)))) return NOT_SAID
  return { state: 'not_met', at: first.at }
}

function ownLocations(passage: Passage, isHeading: boolean): string[] {
  const { words, inTitle } = passage
  const named = locationsIn(words)
  const telling = TELLTALE.flatMap(([place, pattern]) => (pattern.test(words) ? [place] : []))
  const frames = OWN_LOCATION.flatMap((frame) =>
    [...words.matchAll(frame)].map((match) => match.index + match[0].length),
  )
  const own = named.filter(
    ({ start, end }) =>
      frames.some(
        (from) => start >= from && start - from <= OWN_REACH && !/[.;!?]|\bbut\b|\bto\b/.test(words.slice(from, start)),
      ) ||
      (inTitle && isBracketed(words, start, end)) ||
      (isHeading && start < HEADING_REACH) ||
      LOCATED.test(words.slice(0, start)),
  )
  return [...own.map(({ place }) => place), ...telling]
}

function isBracketed(words: string, start: number, end: number): boolean {
  return /[[(][^\p{L}\])]{0,12}$/u.test(words.slice(0, start)) && /^[^[(]{0,8}[\])]/.test(words.slice(end))
}

interface NamedLocation {
  place: string
  start: number
  end: number
}

function locationsIn(text: string): NamedLocation[] {
  const plain = text.replace(LINK, (link) => ' '.repeat(link.length))
  const all = NAMED.flatMap(({ place, pattern }) =>
    [...plain.matchAll(pattern)]
      .filter(([name]) => !SHORT.test(name) || AS_WRITTEN.test(name))
      .map((match) => ({ place, start: match.index, end: match.index + match[0].length })),
  )
  return all.toSorted((left, right) => left.start - right.start)
}

function liesIn(place: string, asked: string): boolean {
  for (let at: string | undefined = place; at !== undefined && at !== ''; at = WITHIN.get(at))
    if (at === asked) return true
  return false
}
