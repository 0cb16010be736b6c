import { nameLanguage } from '@leadlight/domain/language'

/** Facts that can be looked up: a post states them literally or not at all. */
export const FACTS = ['language', 'email', 'link', 'phone', 'price', 'budget', 'date', 'number', 'tool'] as const
export type Fact = (typeof FACTS)[number]

/** The exact quotes found; `unclear` where the post may say it in words these rules do not know. */
export type Found = { quotes: string[] } | 'unclear'

const QUOTES_MAX = 5
const WORD = String.raw`\p{Lu}[\p{L}\p{N}&+-]*(?:\.[\p{L}\p{N}]+)?`
const NAME = String.raw`${WORD}(?: ${WORD}){0,2}`
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

// Every pattern starts at one point of a run of its characters and reads a bounded length: posts are hostile.
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu
const LINK = /https?:\/\/[^\s<>()[\]"'“”]+|\bwww\.[^\s<>()[\]"'“”]+/giu
const PHONE = /(?<![\p{L}\p{N}])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{2,4}\)|\d{2,4})[\s.-]\d{3,4}[\s.-]\d{3,4}(?!\d)/gu
const AMOUNT =
  /(?:(?:US|CA|AU)?\$|€|£|₹)\s?\d[\d.,]{0,15}\s?(?:k\b|m\b|thousand|million)?|(?<![\p{L}\d.,])\d[\d.,]{0,15}\s?k?\s?(?:dollars?|euros?|pounds?|bucks|usd|eur|gbp|€|£)(?![\p{L}])/giu
const DATE = new RegExp(
  String.raw`\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[/.]\d{1,2}[/.](?:\d{4}|\d{2})\b|\b\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}\b\.?(?:,? \d{4})?|\b${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4})?`,
  'giu',
)
const NUMBER = /(?<![\p{L}\p{N}.,])\d[\d.,]{0,30}(?:\s?%)?/gu
const USES = new RegExp(
  String.raw`\b(?:[Ww]e|I|[Tt]hey|[Oo]ur (?:team|company|firm|office)|[Mm]y (?:team|company|firm|office))(?:['’](?:re|m|ve)| are| am| have been| have)? (?:(?:currently|now|still|mostly|already|all|just|both|only) )*(?:use|using|run|running|pay for|paying for|rely on|relying on|switched to|moved to|stuck with|stuck on) (?:the )?(${NAME}(?:(?:, | and |, and | or )${NAME})*)`,
  'gu',
)

const MAYBE: Partial<Record<Fact, RegExp>> = {
  email: /\bat\b.{1,30}\bdot\b|\[at\]|\(at\)/i,
  phone: /\b(?:phone|call|text|whatsapp)\b.{0,40}\d/i,
  price: /\b(?:dollars?|euros?|pounds?|bucks|cents|grand|budget|price[ds]?|cost(?:s|ing)?|free)\b|\d\s?k\b/i,
  budget: /\b(?:dollars?|euros?|pounds?|bucks|grand|budget|afford|spend|pay)\b|\d\s?k\b/i,
  date: /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow|yesterday|tonight|next|last|this) ?(?:week|month|year|spring|summer|autumn|fall|winter)?\b|\b(?:19|20)\d\d\b/i,
  number:
    /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|half|twice)\b/i,
}
const SPENDS = /\b(?:budget|spend(?:ing)?|afford|willing to pay|up to|at most|max(?:imum)?)\b/i

/** Looks for a fact in a post. Every answer is a quote from the post, except the name of its language. */
export function findFact(fact: Fact, text: string): Found {
  if (fact === 'language') {
    const language = nameLanguage(text)
    return language === undefined ? 'unclear' : { quotes: [language] }
  }
  const quotes = [...new Set(quotesOf(fact, text).map(trimmed))].filter((quote) => quote !== '').slice(0, QUOTES_MAX)
  // A name not found after one of a few verbs proves nothing.
  const isUnclear = quotes.length === 0 && (fact === 'tool' || MAYBE[fact]?.test(text) === true)
  return isUnclear ? 'unclear' : { quotes }
}

function quotesOf(fact: Exclude<Fact, 'language'>, text: string): string[] {
  if (fact === 'tool') return [...text.matchAll(USES)].flatMap(([, names = '']) => names.split(/, and |, | and | or /))
  if (fact === 'budget') {
    const sentences = text.split(/(?<=[.!?])\s+|\n+/u).filter((sentence) => SPENDS.test(sentence))
    return sentences.flatMap((sentence) => sentence.match(AMOUNT) ?? [])
  }
  return text.match(PATTERNS[fact]) ?? []
}

const PATTERNS = { email: EMAIL, link: LINK, phone: PHONE, price: AMOUNT, date: DATE, number: NUMBER }

function trimmed(quote: string): string {
  return quote.trim().replace(/[.,;:!?]+$/u, '')
}
