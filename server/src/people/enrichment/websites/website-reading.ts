/** What a website says of itself in public. Whatever is not said is null; nothing is guessed. */
export interface CompanyWebsite {
  /** The page that the values are from, unless they say otherwise. */
  url: string
  name: string | null
  description: Sited | null
  location: string | null
  employees: string | null
  accounts: NamedAccount[]
  words: WebsiteWords
}

/** A value that may stand on another page of the site. */
export interface Sited {
  value: string
  url: string
}

/** An account that the website names, by the key that all spellings of its address have in common. */
export interface NamedAccount {
  key: string
  as: 'own' | 'founder' | 'employee'
}

/** What the kind of business can be told from. */
export interface WebsiteWords {
  /** As schema.org calls it, such as `Dentist`. */
  types: string[]
  title: string
  description: string
  headings: string[]
  paragraphs: string[]
}

/**
 * `gone`: there is no website any more. `refused`: it asks machines not to read it. `elsewhere`: it leads to somebody else's. Of
 * none of these anything is kept; a website that could not be read (`failed`) said nothing, and what it said before stays.
 */
export type WebsiteReading =
  | { kind: 'read'; website: CompanyWebsite }
  | { kind: 'gone' | 'refused' | 'elsewhere'; why: string }
  | { kind: 'failed'; why: string; retryAfterMs: number | null }

/** Reads websites by their domain. Whatever a website does is an answer; only an abort throws. */
export interface Websites {
  read(domain: string, signal: AbortSignal): Promise<WebsiteReading>
}
