import type { BusinessFacts } from './business/business-facts.ts'
import { passagesOf } from './describe-business.ts'
import { readability, textOf, type Readability } from './project-facts.ts'
import type { Website } from './read-website.ts'

/** What became of the project's website: not given, not readable, or read to be one of these. */
export type WebsiteState = 'none' | 'unread' | 'placeholder' | 'blog' | Readability

const PLACEHOLDER =
  /\b(?:domain(?: name)? (?:is|may be) for sale|buy this domain|domain parking|parked (?:domain|free)|this domain is parked|coming soon|under construction|account (?:has been )?suspended|default (?:web )?page|web server software|index of \/|enable javascript|checking your browser|just a moment|launching soon)\b/iu
const BLOG =
  /\b(?:this is my|my personal|personal) (?:blog|website|site|homepage)\b|\bmy blog\b|\bthoughts on life\b|\bi (?:write|blog) about\b/iu
/** A placeholder says little besides. */
const PLACEHOLDER_CHARACTERS_MAX = 600

/** Whether a website speaks of a business in English, or what else it is. */
export function websiteState(site: Website): WebsiteState {
  const text = textOf(passagesOf(site))
  if (text.length <= PLACEHOLDER_CHARACTERS_MAX && PLACEHOLDER.test(text)) return 'placeholder'
  const state = readability(text)
  if (state === 'english' && BLOG.test(text)) return 'blog'
  const isForeignPage = site.language !== null && !/^en\b/iu.test(site.language)
  return state === 'too_little' && isForeignPage ? 'foreign' : state
}

const SAY_SO = 'Say in an English sentence what you offer and to whom.'
const OF_WEBSITE: Readonly<Record<Exclude<WebsiteState, 'none' | 'english'>, string>> = {
  unread: 'The website could not be read.',
  placeholder: 'The website shows a placeholder that speaks of no business.',
  blog: 'The website reads like a personal blog, which offers nothing that people ask for.',
  foreign: 'The website is not in English, and the built-in reader knows English only.',
  too_little: 'The website says too little to tell what it offers.',
}

/** What is missing where nothing could be proposed, in a sentence or two; null where enough is known. */
export function whatIsMissing(facts: BusinessFacts, description: string | null, website: WebsiteState): string | null {
  if (facts.offers.length + facts.tasks.length + facts.needs.length + facts.topics.length > 0) return null
  const said = description?.trim() ?? ''
  const ofDescription = said === '' ? null : OF_DESCRIPTION[readability(said)]
  const ofWebsite = website === 'none' || website === 'english' ? null : OF_WEBSITE[website]
  const known = [ofDescription, ofWebsite].filter((sentence) => sentence !== null)
  if (known.length > 0) return [...known, SAY_SO].join(' ')
  return `Nothing says yet what you offer, so there is nothing to suggest. ${SAY_SO}`
}

const OF_DESCRIPTION: Readonly<Record<Readability, string>> = {
  english: 'The description does not say plainly what is offered.',
  foreign: 'The description is not in English, and the built-in reader knows English only.',
  too_little: 'The description says too little to tell what is offered.',
}
