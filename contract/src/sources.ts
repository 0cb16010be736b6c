import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, text } from './shapes.ts'

export const Source = z.object({
  /** The id, for removing it, of what the project added itself. */
  id: Id.nullable(),
  /** `built_in` is searched for every project; the others are the project's own. */
  kind: z.enum(['built_in', 'feed', 'community']),
  platform: z.string(),
  platform_name: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  /** False if its channel is off for the project, or waits for a key. */
  on: z.boolean(),
  /** Whether the last request to it worked. A source never asked is `new`. */
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
  mayBeKept: true,
})

export const addFeed = endpoint({
  name: 'addFeed',
  method: 'POST',
  path: '/api/v1/sources/{projectId}/feeds',
  summary: 'Adds an RSS, Atom or JSON feed, after reading it once.',
  access: 'source.write',
  cost: 'asking',
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
  /** The usual word for one of its sources: Forum, Tag, Repository. */
  label: z.string(),
  example: z.string(),
  /** What the platform's rules demand of its listeners. */
  notice: z.string().nullable(),
  /** The attribution beside its posts. */
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
  mayBeKept: true,
})

export const addCommunity = endpoint({
  name: 'addCommunity',
  method: 'POST',
  path: '/api/v1/sources/{projectId}/communities',
  summary: 'Adds a forum, an instance, a tag or a repository, after looking it up on its platform.',
  access: 'source.write',
  cost: 'asking',
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

const ChannelParams = z.strictObject({ projectId: Id, platform: text(1, 50) })

export const ChannelKeyField = z.object({
  name: z.string(),
  /** The platform's name for it: Bearer token, Client id. */
  label: z.string(),
  is_secret: z.boolean(),
})
export type ChannelKeyField = z.infer<typeof ChannelKeyField>

/** What may be shown of a key; no answer contains the secret. */
export const OwnChannelKey = z.object({
  /** Its plain fields, and the end of the secret one if that is long enough. */
  hint: z.string(),
  set_at: Instant,
  /** Null if they are no longer in the organization. */
  set_by: z.string().nullable(),
  /** What the platform said when it last refused the key; null while it is accepted. */
  error: z.string().nullable(),
  failing_since: Instant.nullable(),
})
export type OwnChannelKey = z.infer<typeof OwnChannelKey>

/** A channel on which every project is searched, unless it is off or waits for a key. */
export const SourceChannel = z.object({
  platform: z.string(),
  name: z.string(),
  /** `on` is searched; `off` is not; `needs_key` would be, with a key of the project's own. */
  state: z.enum(['on', 'off', 'needs_key']),
  /** Whether monitoring receives everything posted there as a stream, with a key or without, unless it is off. */
  heard: z.boolean(),
  /** What the platform's rules demand of its listeners. */
  notice: z.string().nullable(),
  /** Whether turning it on needs agreement to the notice. */
  needs_agreement: z.boolean(),
  agreed_at: Instant.nullable(),
  /** Null if a project can give none. */
  key: z
    .object({
      /** `optional` is searched without one, by the installation's key or with lower limits. */
      need: z.enum(['required', 'optional']),
      /** Whether the installation has one, which is used for projects without their own. */
      installation: z.boolean(),
      fields: z.array(ChannelKeyField),
      /** Where to get one, in a sentence. */
      help: z.string(),
      own: OwnChannelKey.nullable(),
    })
    .nullable(),
})
export type SourceChannel = z.infer<typeof SourceChannel>

export const listSourceChannels = endpoint({
  name: 'listSourceChannels',
  method: 'GET',
  path: '/api/v1/sources/{projectId}/channels',
  summary: 'The channels a project can be searched on: which are on, which need a key, and how its own keys do.',
  access: 'source.read',
  params: ProjectParams,
  reply: z.array(SourceChannel),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const setSourceChannel = endpoint({
  name: 'setSourceChannel',
  method: 'PUT',
  path: '/api/v1/sources/{projectId}/channels/{platform}',
  summary:
    "Turns a channel on or off for a project. `agreed` agrees to its notice, where that is asked. A channel's leads stay.",
  access: 'source.write',
  params: ChannelParams,
  body: z.object({ on: z.boolean(), agreed: z.boolean().optional() }),
  audit: ['on', 'agreed'],
  reply: SourceChannel,
  errors: ['project_not_found', 'channel_not_found', 'notice_not_agreed'],
  tells: 'sources',
})

export const setChannelKey = endpoint({
  name: 'setChannelKey',
  method: 'PUT',
  path: '/api/v1/sources/{projectId}/channels/{platform}/key',
  summary:
    "Sets the project's own key to a platform, after asking the platform whether it accepts it. It is kept encrypted and never answered.",
  access: 'source.write',
  cost: 'asking',
  params: ChannelParams,
  body: z.object({ fields: z.record(z.string().max(50), z.string().max(2000)) }),
  reply: SourceChannel,
  errors: ['project_not_found', 'channel_not_found', 'key_incomplete', 'key_refused', 'key_untested'],
  tells: 'sources',
})

export const removeChannelKey = endpoint({
  name: 'removeChannelKey',
  method: 'DELETE',
  path: '/api/v1/sources/{projectId}/channels/{platform}/key',
  summary:
    "Removes the project's own key to a platform. A channel that needs one is no longer searched; its leads stay.",
  access: 'source.write',
  params: ChannelParams,
  errors: ['project_not_found', 'channel_not_found', 'key_not_found'],
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
  /** How many of those were dropped unjudged, because too many waited for money. */
  let_go: z.number().int(),
  /** Some posts of the window were out of reach: the platform's cap, a stop, or a failure. */
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
  mayBeKept: true,
})

export const CoverageGap = z.object({
  platform: z.string(),
  platform_name: z.string(),
  source: z.string(),
  /** The period without posts; it goes on while `to` is null. */
  from: Instant,
  to: Instant.nullable(),
  reason: z.string(),
  /** When the posts of that period had been read after all. */
  backfilled_at: Instant.nullable(),
  /** How many posts that brought. */
  recovered: z.number().int(),
  /** The platform lists no further back, so the posts of that period cannot be read any more. */
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
  mayBeKept: true,
})
