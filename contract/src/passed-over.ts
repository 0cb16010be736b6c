import { SEARCHED_ADDRESS_MAX } from '@leadlight/domain/filters'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LeadMatch } from './leads.ts'
import { Id, Instant, ProjectItemParams, ProjectParams, text } from './shapes.ts'

/** A signal that did not keep a post. */
const passing = z.object({
  intent_signal_id: Id,
  intent_signal: z.string(),
  /** From 0 to 100; null where no search judged it by the signal's present words. */
  score: z.number().int().nullable(),
})

/** A post that a signal collected and did not keep. */
const passedOver = passing.extend({
  post_id: Id,
  platform: z.string(),
  community: z.string().nullable(),
  author: z.string().nullable(),
  url: z.string(),
  title: z.string().nullable(),
  /** The beginning of the post. */
  excerpt: z.string(),
  posted_at: Instant,
  /** The project's lead of the same post, which another signal found or people made; null if there is none. */
  lead_id: Id.nullable(),
})

/** With the signal that came nearest to keeping it. */
export const PassedOverPost = passedOver.extend({
  /** The other signals that passed it over, the nearest first. */
  others: z.array(passing),
})
export type PassedOverPost = z.infer<typeof PassedOverPost>

/** The score from which posts are kept. */
const keptFrom = z.number().int()

export const PassedOverList = z.object({
  kept_from: keptFrom,
  /** At most 50 posts, each once: what came nearest first, and what is a lead by another signal last. */
  items: z.array(PassedOverPost),
  /** Whether there are more. */
  is_more: z.boolean(),
})
export type PassedOverList = z.infer<typeof PassedOverList>

/** Why a post was passed over: what a lead shows of the signal it matches. */
export const PassedOverReason = passedOver.extend({
  kept_from: keptFrom,
  /** Title, line break, body: the text in which the evidence's offsets count. */
  text: z.string(),
  /** Where the body starts in `text`; 0 without a title. */
  body_start: z.number().int(),
  /** Why it is no lead of the signal, in a sentence or two. */
  why: z.string(),
  /** Its score is the one it was passed over with or, where no search judged it, the one it has now. */
  match: LeadMatch,
})
export type PassedOverReason = z.infer<typeof PassedOverReason>

const base = '/api/v1/intent_signals/{projectId}'

export const listPassedOver = endpoint({
  name: 'listPassedOverPosts',
  method: 'GET',
  path: `${base}/passed_over`,
  summary: "Posts that the project's signals collected and did not keep, found by their words or their address.",
  access: 'signal.read',
  cost: 'sums',
  params: ProjectParams,
  query: z.object({
    /** Words that a post has, all of them, or its address. */
    search_text: text(0, SEARCHED_ADDRESS_MAX).optional(),
    /** Only what this signal passed over. */
    intent_signal: Id.optional(),
  }),
  reply: PassedOverList,
  errors: ['project_not_found', 'signal_not_found'],
})

export const explainPassedOver = endpoint({
  name: 'explainPassedOverPost',
  method: 'GET',
  path: `${base}/{id}/passed_over/{postId}`,
  summary: 'Why a signal did not keep a post: its score, what a post needs, and the evidence, as for a lead. Free.',
  access: 'signal.read',
  cost: 'asking',
  params: ProjectItemParams.extend({ postId: Id }),
  reply: PassedOverReason,
  errors: ['project_not_found', 'signal_not_found', 'passed_over_post_not_found'],
})

export const keepPassedOver = endpoint({
  name: 'keepPassedOverPost',
  method: 'PUT',
  path: `${base}/passed_over/{postId}`,
  summary:
    'Keeps a post that a signal passed over as a lead of it, on your word, or takes that back. The signal learns from it. Free.',
  access: 'signal.write',
  params: ProjectParams.extend({ postId: Id }),
  body: z.object({
    intent_signal: Id,
    /** False takes it back: a lead that no other signal matches is then marked as deleted. */
    kept: z.boolean(),
  }),
  /** The project's lead of the post; where one has the same words, that. Null if it is none any more. */
  reply: z.object({ lead_id: Id.nullable() }),
  errors: ['project_not_found', 'signal_not_found', 'passed_over_post_not_found'],
  audit: ['intent_signal', 'kept'],
  tells: 'leads',
})
