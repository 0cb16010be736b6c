import { SEARCH_STATES } from '@leadlight/domain/signals'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, ProjectItemParams } from './shapes.ts'
import { ChannelProgress, Search } from './search.ts'

/** Of the posts that came by one way first: how many were judged, and how many of all match. Null once that is unknown. */
const verdicts = { judged: z.number().int().nullable(), kept: z.number().int().nullable() }

/** One question that a search put to a platform. */
export const AskedSearch = z.object({
  /** As one types it: words, and phrases in quotes. Empty asks for the newest posts. */
  words: z.string(),
  /** The words must stand in the title. */
  in_title: z.boolean(),
  /**
   * The community, site or feed that was asked alone; null for the whole platform. Guests are told only of those that
   * the search came upon by itself.
   */
  community: z.string().nullable(),
  /**
   * Why it was asked: added by hand, a word of the signal, a word or a community of the best posts, or a source that
   * can only be listed.
   */
  why: z.enum(['own', 'signal', 'posts', 'community', 'listing']),
  pages: z.number().int(),
  /** Posts on these pages, and those that the search had not seen before. */
  brought: z.number().int(),
  new: z.number().int(),
  ...verdicts,
  /** How many posts the platform says it has; null if it does not say. */
  hits: z.number().int().nullable(),
  state: ChannelProgress.shape.state,
  /** As in `channels` of a search. */
  error: z.string().nullable(),
})
export type AskedSearch = z.infer<typeof AskedSearch>

export const AskedSearches = z.object({
  search_id: Id,
  state: z.enum(SEARCH_STATES),
  /** The search's own numbers: what was held and all that is new sum to `seen`. */
  seen: z.number().int(),
  judged: z.number().int(),
  kept: z.number().int(),
  /**
   * Whether `judged` and `kept` below sum to the search's. They do not once posts were erased or judged again since, or
   * a month after the search has ended, when what it saw is forgotten.
   */
  is_exact: z.boolean(),
  /** The posts that were held already, before any platform was asked. */
  held: z.object({ posts: z.number().int(), ...verdicts }),
  /** In the order in which they were first asked, each with its questions in order; at most 1000 questions in all. */
  channels: z.array(z.object({ platform: z.string(), display_name: z.string(), searches: z.array(AskedSearch) })),
})
export type AskedSearches = z.infer<typeof AskedSearches>

export const getAskedSearches = endpoint({
  name: 'getAskedSearches',
  method: 'GET',
  path: '/api/v1/intent_signals/{projectId}/{id}/asked_searches',
  summary:
    'What the newest search for the signal asked each platform, why, and what that brought; null if none was started.',
  access: 'signal.read',
  params: ProjectItemParams,
  reply: AskedSearches.nullable(),
  errors: ['project_not_found', 'signal_not_found'],
})

/** A search with the words it goes by, which the signal may have changed since. */
export const SignalSearch = Search.extend({
  intent_signal: z.string(),
  /** The version of the signal's words and plan; a signal begins at 1, and each change of these counts one up. */
  revision: z.number().int(),
})
export type SignalSearch = z.infer<typeof SignalSearch>

export const listSignalSearches = endpoint({
  name: 'listSignalSearches',
  method: 'GET',
  path: '/api/v1/intent_signals/{projectId}/{id}/searches',
  summary: "The signal's latest searches, newest first, at most 50, each with the words it goes by.",
  access: 'signal.read',
  params: ProjectItemParams,
  reply: z.array(SignalSearch),
  errors: ['project_not_found', 'signal_not_found'],
  mayBeKept: true,
})
