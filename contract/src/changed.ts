import { z } from 'zod'
import { Id } from './shapes.ts'

/** The parts of a project that people see change while they have it open. */
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

/** With more leads than this, none are named. */
export const CHANGED_LEADS_MAX = 100

/** Says that somebody changed something, but not its new state. Listeners read that by the usual calls. */
export const Changed = z.object({
  type: z.literal('changed'),
  what: z.enum(CHANGED_PARTS),
  /** For `leads`, `notes` and `drafts`: the changed leads; null if it may be any of them. */
  lead_ids: z.array(Id).max(CHANGED_LEADS_MAX).nullable(),
  /** The caller's `X-Origin`, so that it recognises its own changes; null if it sent none. */
  origin: Id.nullable(),
})
export type Changed = z.infer<typeof Changed>
