import { SEARCH_STATES } from '@leadlight/domain/signals'
import { z } from 'zod'
import { Credits, Id, Instant } from './shapes.ts'

export const ChannelProgress = z.object({
  platform: z.string(),
  display_name: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'stopped']),
  seen: z.number().int(),
  /** What is wrong and what to do, in a sentence, without the reason for guests; null while all is well. */
  error: z.string().nullable(),
})

/** A question that is being put to a channel; without words it asks for the newest posts. */
const Asking = z.object({
  display_name: z.string(),
  words: z.string(),
  /** Which question of the search it is, counted from 1. */
  question: z.number().int().default(1),
  /** The channel wants to be left alone until then; null while it is being asked. */
  until: Instant.nullable().default(null),
})

/** How far the search is with what it does to posts that are here. */
const SearchProgress = z.object({
  /** Comparing tells which posts are near enough to the signal to be judged. */
  what: z.enum(['comparing', 'judging']),
  done: z.number().int(),
  of: z.number().int(),
})

/** A search and its figures, the same whenever they are asked for: `seen` includes `judged`, and `judged` includes `kept`. */
export const Search = z.object({
  id: Id,
  intent_signal_id: Id,
  state: z.enum(SEARCH_STATES),
  search_days: z.number().int(),
  search_budget: Credits.nullable(),
  /** The posts collected for it: what was held already and what the channels brought. */
  seen: z.number().int(),
  /** Of `seen`, what was held already before any channel was asked. */
  held: z.number().int().default(0),
  /** Of these, the posts judged by the signal's words: in this search, or before by the same words and at no charge. */
  judged: z.number().int(),
  /** Of these, the posts that match. One that matches another signal too, or was a lead before, is no further lead. */
  kept: z.number().int(),
  /** Leads that the search brought into the project, unsure ones too; null for searches of earlier versions. */
  new_leads: z.number().int().nullable().default(null),
  credits_spent: Credits,
  channels: z.array(ChannelProgress),
  /** Null unless a channel is being asked. */
  asking: Asking.nullable().default(null),
  /** Null unless posts are being compared or judged. */
  progress: SearchProgress.nullable().default(null),
  /** Of two descriptions of one search, the one with the greater number is the later. */
  step: z.number().int().default(0),
  /**
   * For a search that judges earlier posts again under new words: how many of `seen` it has done, and what became of
   * matches.
   */
  reanalysis: z
    .object({ done: z.number().int(), gained: z.number().int(), lost: z.number().int() })
    .nullable()
    .default(null),
  /** Why it ended, in a sentence, if that is not obvious: out of budget, out of credits, failed. */
  note: z.string().nullable(),
  started_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  created_at: Instant,
})
export type Search = z.infer<typeof Search>
