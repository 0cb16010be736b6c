import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, text } from './shapes.ts'

export const Source = z.object({
  /** Of what the project added itself, by which it can be removed. */
  id: Id.nullable(),
  /** `built_in` is searched for every project; the others are the project's own. */
  kind: z.enum(['built_in', 'feed', 'community']),
  platform: z.string(),
  platform_name: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  /** Whether the last look at it worked. A source never looked at is `new`. */
  health: z.enum(['new', 'working', 'failing']),
  error: z.string().nullable(),
  last_polled_at: Instant.nullable(),
  last_seen: z.number().int().nullable(),
  next_try_at: Instant.nullable(),
})
export type Source = z.infer<typeof Source>

export const listSources = endpoint({
  name: 'listSources',
  method: 'GET',
  path: '/api/v1/sources/{projectId}',
  summary: 'Where the project listens, with the health of each source from the coverage ledger.',
  access: 'source.read',
  params: ProjectParams,
  reply: z.array(Source),
  errors: ['project_not_found'],
})

export const addFeed = endpoint({
  name: 'addFeed',
  method: 'POST',
  path: '/api/v1/sources/{projectId}/feeds',
  summary: 'Adds an RSS, Atom or JSON feed, after reading it once.',
  access: 'source.write',
  params: ProjectParams,
  body: z.object({ url: text(1, 2000) }),
  reply: Source,
  status: 201,
  errors: ['project_not_found', 'feed_unreadable', 'feed_already_added', 'feed_limit_reached'],
  tells: 'sources',
})

export const removeFeed = endpoint({
  name: 'removeFeed',
  method: 'DELETE',
  path: '/api/v1/sources/{projectId}/feeds/{id}',
  summary: 'Stops reading a feed. Its leads stay.',
  access: 'source.write',
  params: ProjectItemParams,
  errors: ['project_not_found', 'source_not_found'],
  tells: 'sources',
})

export const SourcePlatform = z.object({
  platform: z.string(),
  name: z.string(),
  /** What people call one of its sources: Forum, Tag, Repository. */
  label: z.string(),
  example: z.string(),
  /** What the platform's rules ask of whoever listens there. */
  notice: z.string().nullable(),
  /** What stands beside its posts. */
  attribution: z.string().nullable(),
})
export type SourcePlatform = z.infer<typeof SourcePlatform>

export const listSourcePlatforms = endpoint({
  name: 'listSourcePlatforms',
  method: 'GET',
  path: '/api/v1/sources/{projectId}/platforms',
  summary: 'The platforms of which a project can add sources of its own. Feeds (`feed`) are added by their own call.',
  access: 'source.read',
  params: ProjectParams,
  reply: z.array(SourcePlatform),
  errors: ['project_not_found'],
})

export const addCommunity = endpoint({
  name: 'addCommunity',
  method: 'POST',
  path: '/api/v1/sources/{projectId}/communities',
  summary: 'Adds a forum, an instance, a tag or a repository, after looking it up on its platform.',
  access: 'source.write',
  params: ProjectParams,
  body: z.object({ platform: text(1, 50), source: text(1, 500) }),
  reply: Source,
  status: 201,
  errors: [
    'project_not_found',
    'source_unusable',
    'source_unreachable',
    'source_already_added',
    'source_limit_reached',
  ],
  tells: 'sources',
})

export const removeCommunity = endpoint({
  name: 'removeCommunity',
  method: 'DELETE',
  path: '/api/v1/sources/{projectId}/communities/{id}',
  summary: 'Stops listening to a community. Its leads stay.',
  access: 'source.write',
  params: ProjectItemParams,
  errors: ['project_not_found', 'source_not_found'],
  tells: 'sources',
})

export const CoverageEntry = z.object({
  platform: z.string(),
  source: z.string(),
  query: z.string(),
  window_from: Instant,
  window_to: Instant,
  seen: z.number().int(),
  kept: z.number().int(),
  /** Posts of the window were out of reach: the platform's cap, a stop, or a failure. */
  gap: z.boolean(),
  error: z.string().nullable(),
  next_try_at: Instant.nullable(),
  polled_at: Instant,
})
export type CoverageEntry = z.infer<typeof CoverageEntry>

export const listCoverage = endpoint({
  name: 'listCoverage',
  method: 'GET',
  path: '/api/v1/sources/{projectId}/coverage',
  summary: 'The coverage ledger: every look at a source by a search or by monitoring, newest first, at most 200.',
  access: 'source.read',
  params: ProjectParams,
  reply: z.array(CoverageEntry),
  errors: ['project_not_found'],
})

export const CoverageGap = z.object({
  platform: z.string(),
  platform_name: z.string(),
  source: z.string(),
  /** From when to when nothing was heard; still so while `to` is null. */
  from: Instant,
  to: Instant.nullable(),
  reason: z.string(),
  /** When what was said meanwhile had been read after all. */
  backfilled_at: Instant.nullable(),
  /** How many posts that brought. */
  recovered: z.number().int(),
  /** The platform lists no further back: what was said meanwhile cannot be read any more. */
  lost: z.boolean(),
})
export type CoverageGap = z.infer<typeof CoverageGap>

export const listGaps = endpoint({
  name: 'listCoverageGaps',
  method: 'GET',
  path: '/api/v1/sources/{projectId}/gaps',
  summary:
    'When monitoring was blind to a source of the project, and whether that was made good; newest first, at most 100.',
  access: 'source.read',
  params: ProjectParams,
  reply: z.array(CoverageGap),
  errors: ['project_not_found'],
})
