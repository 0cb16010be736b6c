import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LeadLevel } from './evidence.ts'
import { Credits, Id, ProjectItemParams, ProjectParams } from './shapes.ts'
import { brief, intentSignal, notInterested, PlanEdits, PlanWords } from './signal-plan.ts'
import { PreviewedPost } from './signals.ts'
import { writtenBy } from './written-by.ts'

/** What a changed signal would make of one post, beside what is known of it now. */
export const BacktestedPost = PreviewedPost.extend({
  /** The lead that the post is, where the project has it. */
  lead_id: Id.nullable(),
  /** How the signal matches it as of now; null where it does not. */
  before: z.object({ score: z.number().int(), level: LeadLevel }).nullable(),
  /** Whether it is as good for the signal as saved, and no search has come upon it yet. */
  is_only_unseen: z.boolean(),
})
export type BacktestedPost = z.infer<typeof BacktestedPost>

const BacktestedPosts = z.object({ count: z.number().int(), posts: z.array(BacktestedPost) })

export const Backtest = z.object({
  days: z.number().int(),
  /** How many stored posts were looked at, and how many of them are near enough to be judged. */
  seen: z.number().int(),
  judged: z.number().int(),
  /** How many match, as of now and then. */
  matched_before: z.number().int(),
  matched_after: z.number().int(),
  /** Each with its posts, best first, at most 30. */
  gained: BacktestedPosts,
  lost: BacktestedPosts,
  /** Matched before and after, in another of the words for scores: strong, likely, possible. */
  changed: BacktestedPosts,
  /** What saving with `do_reanalyze` over the backtested posts costs at most, and why. */
  credits: Credits,
  why: z.string(),
  /** Posts near enough that neither the signal's budget nor the balance would reach; they would stay as they are. */
  out_of_reach: z.number().int(),
  /** What saving does beyond what is shown here, in a sentence; null where nothing. */
  note: z.string().nullable(),
})
export type Backtest = z.infer<typeof Backtest>

export const backtestSignal = endpoint({
  name: 'backtestIntentSignal',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/backtest',
  summary:
    'What a change to a signal would gain and lose among the posts stored in the last 30 days. Free; nothing is saved. Saving it with `reanalyze_over: backtested` brings exactly this about.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({
    intent_signal: intentSignal,
    not_interested: notInterested.optional(),
    plan_edits: PlanEdits.nullish(),
  }),
  reply: Backtest,
  errors: ['project_not_found', 'signal_not_found'],
  audit: false,
})

export const readSignalPlan = endpoint({
  name: 'readSignalPlan',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/plan',
  summary:
    'What is made of a signal: as it is read, and with the changes in it. With `by_model` a configured model proposes changes. Free; nothing is saved.',
  access: 'signal.write',
  params: ProjectParams,
  body: z.object({ ...brief, by_model: z.boolean().default(false) }),
  reply: z.object({
    /** As it is read from the sentence and from what is not wanted. */
    read: PlanWords,
    /** With the changes in it: what is searched for and judged by. */
    plan: PlanWords,
    /** What `plan` changes of `read`: those sent or, of a model, those proposed. */
    plan_edits: PlanEdits,
    ...writtenBy,
  }),
  errors: ['project_not_found'],
  audit: false,
})
