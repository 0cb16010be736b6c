import { credibleFacts, type PostFacts } from '@leadlight/domain/post-facts'
import { z } from 'zod'
import type { ChannelPost } from './channel.ts'
import { cleanText } from './markup.ts'

/** In the order in which a notice is shown where it has several. */
const LANGUAGES = ['eng', 'mul']
const TEXT_MAX = 20_000

export const FIELDS = [
  'publication-number',
  'publication-date',
  'notice-title',
  'description-proc',
  'description-lot',
  'buyer-name',
  'buyer-country',
  'deadline-receipt-tender-date-lot',
  'deadline-receipt-request-date-lot',
  'estimated-value-proc',
  'estimated-value-cur-proc',
  'estimated-value-lot',
  'estimated-value-cur-lot',
] as const

/** One value or several: a field that a notice has once for each of its lots. */
const values = z.preprocess((value) => [value ?? []].flat(), z.array(z.coerce.string())).catch([])
/** A text in some languages, each with one value or several. */
const texts = z.union([z.record(z.string(), values), values.transform((mul) => ({ mul }))]).catch({})

const Notice = z.object({
  'publication-number': z.string().regex(/^\d{1,8}-\d{4}$/),
  'publication-date': values.refine(([date]) => date !== undefined && dayIn(date) !== undefined),
  'notice-title': texts,
  'description-proc': texts,
  'description-lot': texts,
  'buyer-name': texts,
  'buyer-country': values,
  'deadline-receipt-tender-date-lot': values,
  'deadline-receipt-request-date-lot': values,
  'estimated-value-proc': values,
  'estimated-value-cur-proc': values,
  'estimated-value-lot': values,
  'estimated-value-cur-lot': values,
})
export type TedNotice = z.infer<typeof Notice>
type Texts = TedNotice['notice-title']

export function readNotices(entries: readonly unknown[]): TedNotice[] {
  return entries.flatMap((entry) => Notice.safeParse(entry).data ?? [])
}

export function presentNotice(notice: TedNotice): ChannelPost {
  const number = notice['publication-number']
  const [country = ''] = notice['buyer-country']
  const [buyer = ''] = inOneLanguage(notice['buyer-name']).map(cleanText)
  const title = inOneLanguage(notice['notice-title']).map(cleanText).join(' ')
  const parts = [...inOneLanguage(notice['description-proc']), ...inOneLanguage(notice['description-lot'])]
  return {
    platform: 'ted',
    externalId: number,
    kind: 'post',
    url: `https://ted.europa.eu/en/notice/-/detail/${number}`,
    author: buyer === '' ? null : { externalId: `${country}/${buyer}`, name: buyer, url: null },
    title: title === '' ? null : title,
    // Lots often repeat what is said of the whole.
    text: [...new Set(parts.map(cleanText))].filter(Boolean).join('\n\n').slice(0, TEXT_MAX).toWellFormed(),
    postedAt: new Date(`${dayIn(notice['publication-date'][0] ?? '') ?? ''}T00:00:00Z`),
    community: country === '' ? null : { externalId: country, name: country, displayName: countryName(country) },
    replies: null,
    points: null,
    license: null,
    facts: factsOf(notice),
  }
}

/** The first deadline of all lots, and the value of the whole or of its only lot. */
function factsOf(notice: TedNotice): PostFacts | null {
  const offers = notice['deadline-receipt-tender-date-lot']
  const requests = notice['deadline-receipt-request-date-lot']
  const days = (offers.length > 0 ? offers : requests).flatMap((date) => dayIn(date) ?? [])
  const whole = moneyOf(notice['estimated-value-proc'], notice['estimated-value-cur-proc'])
  const budget = whole ?? moneyOf(notice['estimated-value-lot'], notice['estimated-value-cur-lot'])
  return credibleFacts({ deadline: days.toSorted()[0] ?? null, budget })
}

/** Values of lots are not in the order of their currencies, so only one of each goes together. */
function moneyOf(amounts: readonly string[], currencies: readonly string[]): PostFacts['budget'] {
  const [amount, ...others] = amounts
  const [currency, ...more] = new Set(currencies)
  if (amount === undefined || currency === undefined || others.length > 0 || more.length > 0) return null
  return { amount: Math.round(Number(amount)), currency }
}

/** In English where it is there, else as the buyer wrote it. */
function inOneLanguage(texts: Texts): string[] {
  const known = new Map(Object.entries(texts))
  const language = LANGUAGES.find((one) => known.has(one)) ?? [...known.keys()][0]
  return language === undefined ? [] : (known.get(language) ?? [])
}

/** The day of a date with the buyer's zone: `2026-07-23+02:00`, and of one without marks: `20260723`. */
function dayIn(date: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(date) ?? []
  if (year === undefined || month === undefined || day === undefined) return undefined
  return Number.isNaN(Date.parse(`${year}-${month}-${day}T00:00:00Z`)) ? undefined : `${year}-${month}-${day}`
}

/** TED names countries by three letters, as ISO 3166 does. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ALB: 'Albania',
    AUT: 'Austria',
    BEL: 'Belgium',
    BGR: 'Bulgaria',
    BIH: 'Bosnia and Herzegovina',
    CHE: 'Switzerland',
    CYP: 'Cyprus',
    CZE: 'Czechia',
    DEU: 'Germany',
    DNK: 'Denmark',
    ESP: 'Spain',
    EST: 'Estonia',
    FIN: 'Finland',
    FRA: 'France',
    GBR: 'United Kingdom',
    GRC: 'Greece',
    HRV: 'Croatia',
    HUN: 'Hungary',
    IRL: 'Ireland',
    ISL: 'Iceland',
    ITA: 'Italy',
    LIE: 'Liechtenstein',
    LTU: 'Lithuania',
    LUX: 'Luxembourg',
    LVA: 'Latvia',
    MDA: 'Moldova',
    MKD: 'North Macedonia',
    MLT: 'Malta',
    MNE: 'Montenegro',
    NLD: 'Netherlands',
    NOR: 'Norway',
    POL: 'Poland',
    PRT: 'Portugal',
    ROU: 'Romania',
    SRB: 'Serbia',
    SVK: 'Slovakia',
    SVN: 'Slovenia',
    SWE: 'Sweden',
    TUR: 'Türkiye',
    UKR: 'Ukraine',
    XKX: 'Kosovo',
  }),
)

function countryName(code: string): string {
  return COUNTRIES.get(code) ?? code
}
