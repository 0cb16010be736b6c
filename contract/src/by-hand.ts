import { POST_BY_HAND_MAX, POSTS_BY_HAND_MAX } from '@leadlight/domain/by-hand'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Credits, Id, Instant, name, ProjectParams, text } from './shapes.ts'

/** A hundred of the longest, in characters of three bytes. */
const BODY_BYTES_MAX = 4_000_000

const WebAddress = text(1, 2_000).pipe(
  z.url({ protocol: /^https?$/u, error: 'Must be a web address that begins with https:// or http://' }),
)

/** What became of one of the posts. */
export const BroughtPost = z.object({
  /** `duplicate` where the project had it already, or has its words from elsewhere as a lead; it is not judged again. */
  state: z.enum(['lead', 'passed_over', 'duplicate']),
  /** Its lead, or of a duplicate the one that was there. */
  lead_id: Id.nullable(),
  /** Why, in a sentence. */
  why: z.string(),
})
export type BroughtPost = z.infer<typeof BroughtPost>

export const bringPosts = endpoint({
  name: 'bringPosts',
  method: 'POST',
  path: '/api/v1/sources/{projectId}/posts',
  summary:
    'Brings posts in that somebody has read elsewhere: each is judged for the project’s signals at the usual price, and seen in this project alone. One whose address the project knows is a duplicate.',
  access: 'source.write',
  cost: 'asking',
  params: ProjectParams,
  bodyBytesMax: BODY_BYTES_MAX,
  body: z.object({
    items: z
      .array(
        z.object({
          url: WebAddress,
          text: text(1, POST_BY_HAND_MAX),
          title: name(300, 0).optional(),
          author: name(200, 0).optional(),
          /** The author’s profile. */
          author_url: WebAddress.optional(),
          /** When it was written; now if left out. */
          posted_at: Instant.optional(),
        }),
      )
      .min(1, 'Send at least one post')
      .max(POSTS_BY_HAND_MAX, `Send at most ${POSTS_BY_HAND_MAX} posts at once`),
  }),
  /** One for each item, in their order. */
  reply: z.object({ items: z.array(BroughtPost), credits: Credits }),
  errors: ['project_not_found', 'no_signals', 'signals_changed', 'no_credits_left'],
  audit: [],
})
