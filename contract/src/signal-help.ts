import { FORECAST_GAPS } from '@leadlight/domain/forecast'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { LeadLevel } from './evidence.ts'
import { Credits, Id, ProjectItemParams, ProjectParams } from './shapes.ts'
import { brief, intentSignal, notInterested, PlanEdits, PlanWords } from './signal-plan.ts'
import { PreviewedPost, searchDays } from './signals.ts'
import { writtenBy } from './written-by.ts'

/** What a changed signal would make of one post, beside its present state. */
export const BacktestedPost = PreviewedPost.extend({
  /** The post's lead, if the project has it. */
  lead_id: Id.nullable(),
  /** How the signal matches it now; null if it does not. */
  before: z.object({ score: z.number().int(), level: LeadLevel }).nullable(),
  /** Whether the saved signal fits it as well, and only no search has met it yet. */
  is_only_unseen: z.boolean(),
})
export type BacktestedPost = z.infer<typeof BacktestedPost>

const BacktestedPosts = z.object({ count: z.number().int(), posts: z.array(BacktestedPost) })

export const Backtest = z.object({
  days: z.number().int(),
  /** How many stored posts were considered, and how many of them are near enough to be judged. */
  seen: z.number().int(),
  judged: z.number().int(),
  /** How many match now and with the change. */
  matched_before: z.number().int(),
  matched_after: z.number().int(),
  /** Each with its posts, best first, at most 30. */
  gained: BacktestedPosts,
  lost: BacktestedPosts,
  /** Posts that match before and after, but at another level: strong, likely, possible. */
  changed: BacktestedPosts,
  /** The most that saving with `do_reanalyze` over the backtested posts can cost, and why. */
  credits: Credits,
  why: z.string(),
  /** Posts that are near enough but beyond the signal's budget or the balance; they stay as they are. */
  out_of_reach: z.number().int(),
  /** What saving does beyond this backtest, in a sentence; null if nothing. */
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
  cost: 'asking',
  params: ProjectItemParams,
  body: z.object({
    intent_signal: intentSignal,
    not_interested: notInterested.optional(),
    plan_edits: PlanEdits.nullish(),
  }),
  reply: Backtest,
  errors: ['project_not_found', 'signal_not_found', 'signal_is_name'],
  audit: false,
})

export const readSignalPlan = endpoint({
  name: 'readSignalPlan',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/plan',
  summary:
    'What is made of a signal: as it is read, and with the changes in it. With `by_model` a configured model proposes changes. Free; nothing is saved.',
  access: 'signal.write',
  cost: 'asking',
  params: ProjectParams,
  body: z.object({ ...brief, by_model: z.boolean().default(false) }),
  reply: z.object({
    /** The plan as read from the sentence and from what is not wanted. */
    read: PlanWords,
    /** The plan with the edits applied: what is searched for and judged by. */
    plan: PlanWords,
    /** How `plan` differs from `read`: the edits that were sent, or that a model proposed. */
    plan_edits: PlanEdits,
    ...writtenBy,
  }),
  errors: ['project_not_found'],
  audit: false,
})

/** How many leads a signal is likely to bring in the coming week, and what that rests on. */
export const SignalForecast = z.object({
  /** As "about 3 to 7 leads a week (80 %)", or why nothing can be said yet. */
  sentence: z.string(),
  /** Four weeks in five lie between these, both included; null if nothing can be said yet. */
  leads_a_week: z.object({ low: z.number().int(), high: z.number().int() }).nullable(),
  cannot_tell: z.enum(FORECAST_GAPS).nullable(),
  /** How many days back the posts reach. */
  days: z.number().int(),
  /** Posts of these days that were gone through, those of them that were judged, and those that would be leads. */
  collected: z.number().int(),
  judged: z.number().int(),
  kept: z.number().int(),
  /** The best of those kept, at most ten. */
  posts: z.array(PreviewedPost),
})
export type SignalForecast = z.infer<typeof SignalForecast>

export const forecastSignal = endpoint({
  name: 'forecastIntentSignal',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/forecast',
  summary:
    'How many leads a signal is likely to bring in the coming week, from posts already collected over `search_days`, but at least 28 and at most 91 days. Free; nothing is fetched or saved.',
  access: 'signal.write',
  cost: 'asking',
  params: ProjectParams,
  body: z.object({ ...brief, search_days: searchDays }),
  reply: SignalForecast,
  errors: ['project_not_found', 'signal_unsearchable'],
  audit: false,
})
