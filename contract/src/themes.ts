import { LENSES } from '@leadlight/domain/themes'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ProjectParams } from './shapes.ts'

export const ThemeQuote = z.object({
  /** A sentence of the post, to the letter. */
  text: z.string(),
  url: z.string(),
  /** Where it was said. */
  source: z.string(),
  posted_at: Instant,
})
export type ThemeQuote = z.infer<typeof ThemeQuote>

export const Theme = z.object({
  /** Stays the same from week to week, as long as enough of the theme's posts are the same. */
  id: Id,
  /** Its most central quote. */
  name: z.string(),
  /** When it was first found. */
  since: Instant,
  /** How many posts each of the last four weeks has, the oldest first. */
  weeks: z.array(z.number().int()),
  /** Most posts first. */
  sources: z.array(z.object({ name: z.string(), posts: z.number().int() })),
  /** At most five, by different posts. */
  quotes: z.array(ThemeQuote),
  /** Of how many posts it is known whether somebody replied, and of how many that nobody did within a day. */
  replies: z.object({ known: z.number().int(), none: z.number().int() }),
  /** Whether at least half of those known, and three at least, have no reply. */
  is_unanswered: z.boolean(),
})
export type Theme = z.infer<typeof Theme>

export const Themes = z.object({
  /** When they were found; null where they have not been yet. */
  made_at: Instant.nullable(),
  /** Whether they are being found now because somebody asked. */
  is_running: z.boolean(),
  /** How many posts of the last four weeks were compared, and how many there must be. */
  posts: z.number().int(),
  posts_min: z.number().int(),
  /** Most posts this week first; at most 100. */
  themes: z.array(Theme),
})
export type Themes = z.infer<typeof Themes>

export const getThemes = endpoint({
  name: 'getThemes',
  method: 'GET',
  path: '/api/v1/themes/{projectId}',
  summary:
    'What several posts of the project’s channels in the last four weeks are about, found anew each week. With a lens only posts seen through it count.',
  access: 'lead.read',
  cost: 'sums',
  params: ProjectParams,
  query: z.object({ lens: z.enum(LENSES).optional() }),
  reply: Themes,
  errors: ['project_not_found'],
})

export const refreshThemes = endpoint({
  name: 'refreshThemes',
  method: 'POST',
  path: '/api/v1/themes/{projectId}',
  summary: 'Has the project’s themes found now, without waiting for the week to be over. Free.',
  access: 'signal.write',
  cost: 'asking',
  params: ProjectParams,
  status: 202,
  errors: ['project_not_found'],
  audit: [],
})
