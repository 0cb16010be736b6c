export const SENIORITIES = [
  'intern',
  'junior',
  'mid',
  'senior',
  'lead',
  'manager',
  'director',
  'vp',
  'executive',
  'founder',
] as const
export type Seniority = (typeof SENIORITIES)[number]

export interface StatedTitle {
  /** As written, without its company. */
  title: string
  seniority: Seniority
  /** Null if none is named beside it. */
  company: string | null
}

const TITLE_MAX = 100
/** What makes a phrase a trade or an office. Whole words only: an engineer, but no engineering blog. */
const OFFICE =
  /\b(?:engineer|developer|swe|sde|programmer|architect|designer|scientist|researcher|analyst|manager|director|founder|co-?founder|owner|consultant|writer|marketer|recruiter|administrator|sysadmin|devrel|advocate|evangelist|strategist|accountant|bookkeeper|editor|journalist|professor|lecturer|teacher|intern|president|partner|maintainer|head of [\p{L}& ]{2,30}|vp of [\p{L}& ]{2,30}|chief [\p{L}]{3,20} officer|ceo|cto|cfo|coo|cmo|cpo|ciso|sre|vp|pm)\b/iu
/** The surest first: a founding engineer is no founder, and an engineering manager no engineer. */
const SENIORITY: readonly (readonly [Seniority, RegExp])[] = [
  ['founder', /\b(?:co-?founder|founder|owner)\b/iu],
  ['executive', /\b(?:ceo|cto|cfo|coo|cmo|cpo|ciso|chief|president)\b/iu],
  ['vp', /\bvp\b|\bvice president\b/iu],
  ['director', /\bdirector\b|\bhead of\b/iu],
  ['manager', /\b(?:engineering|product|project|account|marketing|sales|general|office|team|community)?\s*manager\b/iu],
  ['lead', /\b(?:lead|principal|staff)\b/iu],
  ['senior', /\b(?:senior|sr\.?)(?=\s)/iu],
  ['junior', /\b(?:junior|jr\.?)(?=\s)/iu],
  ['intern', /\b(?:intern|trainee|apprentice)\b/iu],
]
/** Somebody else's trade, a former one, or one that is wanted. */
const NOT_NOW =
  /\b(?:ex-?|former(?:ly)?|previously|retired|looking for|hiring|aspiring|wannabe|future|not an?|married to|used to)\b/iu

/** A line about the past: 'Was CTO at Acme until 2021', '2012–2018: Engineer at Acme'. */
const OVER = /\b(?:was|were|until|till)\b|\b(?:19|20)\d\d\s*[-–—]\s*(?:(?:19|20)\d\d|\d\d)\b/iu

/**
 * Reads the title that people give themselves in a line of their profile, with its rank and company: 'Senior Backend
 * Engineer @ Acme'. Undefined if no line reads as one.
 */
export function readTitle(words: string): StatedTitle | undefined {
  for (const line of words.split(/[\n|•·;]|\.\s|,\s(?!(?:inc|ltd|llc|gmbh)\b)/iu)) {
    const stated = readLine(line)
    if (stated) return stated
  }
  return undefined
}

function readLine(line: string): StatedTitle | undefined {
  const text = line
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\p{Extended_Pictographic}|\uFE0F/gu, '')
    .trim()
  if (OVER.test(text)) return undefined
  const [, before = text, after] = /^(.*?)\s*(?:@\s*|\bat\s+)(\S.*)$/iu.exec(text) ?? []
  const title = before
    .replace(/^(?:hi|hello)[,!]?\s+/iu, '')
    .replace(/^(?:i(?:'|’)?m|i am|working as|currently|work as)\s+/iu, '')
    .replace(/^(?:an?|the)\s+/iu, '')
    .replace(/[\s,.–—-]+$/u, '')
  if (!OFFICE.test(title) || NOT_NOW.test(title) || title.length > TITLE_MAX || title.split(' ').length > 9)
    return undefined
  return { title, seniority: seniorityOf(title), company: readCompany(after) }
}

/** `mid` if the title says nothing of it. */
export function seniorityOf(title: string): Seniority {
  return SENIORITY.find(([, words]) => words.test(title))?.[0] ?? 'mid'
}

/**
 * The company after `at`: up to three words that begin like a name. `home`, `night` and `the intersection of` are none.
 */
function readCompany(after: string | undefined): string | null {
  const [name] = /^@?[\p{Lu}\d][\p{L}\p{N}&.'’-]*(?: (?:[\p{Lu}\d&][\p{L}\p{N}&.'’-]*)){0,2}/u.exec(after ?? '') ?? []
  const handle = /^@?([a-z][a-z0-9_-]{2,38})$/u.exec(after ?? '')?.[1]
  const company = (
    name ??
    (after !== undefined && !/^(?:home|night|large|heart|work|school|the|a|an|my)\b/iu.test(after) ? handle : undefined)
  )?.replace(/^@/u, '')
  return company === undefined ? null : company.replace(/[.,]+$/u, '')
}
