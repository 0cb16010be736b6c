export const PERSON_SORTS = ['last_posted_at', 'created_at', 'posts', 'name', 'company_name', 'status'] as const
export type PersonSort = (typeof PERSON_SORTS)[number]

export const COMPANY_SORTS = ['last_posted_at', 'created_at', 'posts', 'people', 'name', 'status'] as const
export type CompanySort = (typeof COMPANY_SORTS)[number]

/** What is known of a person besides their accounts. */
export const PERSON_FIELDS = ['name', 'location', 'person_title', 'company_name', 'website', 'bio', 'email'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

export const COMPANY_FIELDS = ['name', 'domain', 'industry', 'location', 'description', 'employees'] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]

/**
 * The sources of a value, the most trusted first: the team, the account's own profile, the company's website, a data
 * provider, a model's reading, and the author's name in a post. If sources disagree the most trusted shows; of one kind
 * the newest.
 */
export const FACT_SOURCES = ['team', 'profile', 'website', 'provider', 'model', 'post'] as const
export type FactSource = (typeof FACT_SOURCES)[number]

/** The longest value; longer ones are cut. */
export const FACT_MAX = 2_000
/** How many of a person's or a company's posts their page shows, the newest. */
export const POSTS_SHOWN_MAX = 100
/** How many of a company's people its page shows, the most recently seen. */
export const PEOPLE_SHOWN_MAX = 100
