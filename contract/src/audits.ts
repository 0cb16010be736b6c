import { AUDIT_ANSWERS } from '@leadlight/domain/audits'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, ProjectItemParams } from './shapes.ts'

/** How good a signal's leads are by people's feedback. Shares lie between 0 and 1. */
export const SignalQuality = z.object({
  positive: z.number().int(),
  negative: z.number().int(),
  share: z.number(),
  /** The 95 % interval around the share. */
  low: z.number(),
  high: z.number(),
})
export type SignalQuality = z.infer<typeof SignalQuality>

/**
 * The share of what a signal looks for that it finds, estimated from what people looked at. Shares lie between 0 and 1.
 */
export const SignalRecall = z.object({
  /** Passed-over posts that people looked at, and how many of them the signal was looking for. */
  audited: z.number().int(),
  missed: z.number().int(),
  share: z.number(),
  /** The 95 % interval around the share. */
  low: z.number(),
  high: z.number(),
})
export type SignalRecall = z.infer<typeof SignalRecall>

export const SignalAudit = z.object({
  /** This week's posts that nobody has looked at yet. */
  waiting: z.number().int(),
  /** Looked at within the last twelve weeks. */
  audited: z.number().int(),
  /** Null while fewer than 10 were looked at, or no lead was rated. */
  recall: SignalRecall.nullable(),
})
export type SignalAudit = z.infer<typeof SignalAudit>

/** A post that a signal passed over. Its score is left out, so that people judge what it says. */
export const AuditedPost = z.object({
  post_id: Id,
  platform: z.string(),
  community: z.string().nullable(),
  author: z.string().nullable(),
  url: z.string(),
  title: z.string().nullable(),
  text: z.string(),
  posted_at: Instant,
  /** Null while nobody has looked at it. */
  answer: z.enum(AUDIT_ANSWERS).nullable(),
})
export type AuditedPost = z.infer<typeof AuditedPost>

export const AuditDeck = z.object({
  intent_signal: z.string(),
  /** The Monday of the week in which the posts were drawn; null if none were. */
  week: z.iso.date().nullable(),
  /** In random order. */
  posts: z.array(AuditedPost),
})
export type AuditDeck = z.infer<typeof AuditDeck>

const base = '/api/v1/intent_signals/{projectId}/{id}'

export const getAudit = endpoint({
  name: 'getSignalAudit',
  method: 'GET',
  path: `${base}/audit`,
  summary: 'Posts that the signal passed over, drawn by chance once a week: looking at them tells how much it misses.',
  access: 'signal.read',
  params: ProjectItemParams,
  reply: AuditDeck,
  errors: ['project_not_found', 'signal_not_found'],
})

export const answerAudit = endpoint({
  name: 'answerSignalAudit',
  method: 'POST',
  path: `${base}/answer_audit`,
  summary:
    'Says whether a passed-over post is what the signal looks for; null takes it back. The signal learns from it.',
  access: 'lead.triage',
  params: ProjectItemParams,
  body: z.object({ post_id: Id, answer: z.enum(AUDIT_ANSWERS).nullable() }),
  reply: AuditedPost,
  errors: ['project_not_found', 'signal_not_found', 'audit_post_not_found'],
  audit: ['post_id', 'answer'],
  tells: 'signals',
})
