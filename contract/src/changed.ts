import { z } from 'zod'
import { Id } from './shapes.ts'

/** What of a project people see change while they look at it. */
export const CHANGED_PARTS = [
  'leads',
  'people',
  'companies',
  'notes',
  'drafts',
  'statuses',
  'smart_columns',
  'views',
  'signals',
  'sources',
  'webhooks',
  'slack',
  'guests',
  'project',
] as const
export type ChangedPart = (typeof CHANGED_PARTS)[number]

/** More leads than this are not named one by one. */
export const CHANGED_LEADS_MAX = 100

/** Says that somebody has changed something, and not what it is now: who wants to know asks, as anybody has to. */
export const Changed = z.object({
  type: z.literal('changed'),
  what: z.enum(CHANGED_PARTS),
  /** Of `leads`, `notes` and `drafts` the leads it happened to; null where it may be any of them. */
  lead_ids: z.array(Id).max(CHANGED_LEADS_MAX).nullable(),
  /** What the caller sent as `X-Origin`, so that it can tell its own changes; null where it sent none. */
  origin: Id.nullable(),
})
export type Changed = z.infer<typeof Changed>
