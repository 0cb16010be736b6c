/** What a website says of itself in public. Null if it does not say; nothing is guessed. */
export interface CompanyWebsite {
  /** The page of the values, unless they name another. */
  url: string
  name: string | null
  description: Sited | null
  location: string | null
  employees: string | null
  accounts: NamedAccount[]
  words: WebsiteWords
}

/** A value that may be on another page of the site. */
export interface Sited {
  value: string
  url: string
}

/** An account that the website names, by the key that all spellings of its address share. */
export interface NamedAccount {
  key: string
  as: 'own' | 'founder' | 'employee'
}

/** The words that show the kind of business. */
export interface WebsiteWords {
  /** schema.org types, such as `Dentist`. */
  types: string[]
  title: string
  description: string
  headings: string[]
  paragraphs: string[]
}

/**
 * `gone`: there is no website any more. `refused`: it asks machines not to read it. `elsewhere`: it leads to somebody
 * else's. All three drop what was kept; after `failed`, the website could not be read and what it said before stays.
 */
export type WebsiteReading =
  | { kind: 'read'; website: CompanyWebsite }
  | { kind: 'gone' | 'refused' | 'elsewhere'; why: string }
  | { kind: 'failed'; why: string; retryAfterMs: number | null }

/** Reads websites by their domain. Whatever a website does is an answer; only an abort throws. */
export interface Websites {
  read(domain: string, signal: AbortSignal): Promise<WebsiteReading>
}
