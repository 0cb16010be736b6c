import { SEARCH_DAYS_MAX, SEARCH_DAYS_MIN, SIGNAL_KINDS } from '@leadlight/domain/signals'
import { MONITORING_STATES } from '@leadlight/domain/monitoring'
import { z } from 'zod'
import { SignalAudit, SignalQuality } from './audits.ts'
import { SignalTeaching } from './teaching.ts'
import { endpoint } from './endpoint.ts'
import { Condition, Evidence, LeadLevel } from './evidence.ts'
import { AnswerChanges, PreviewAnswer, PreviewAnswers } from './preview-answers.ts'
import { ChannelProgress, Search } from './search.ts'
import { brief, intentSignal, notInterested, PlanEdits } from './signal-plan.ts'
import { Credits, CreditsInput, Id, Instant, ProjectItemParams, ProjectParams } from './shapes.ts'

export const searchDays = z.number().int().min(SEARCH_DAYS_MIN).max(SEARCH_DAYS_MAX)

/** Whether new posts are judged for the signal as they come, and what that may cost and has cost. */
export const Monitoring = z.object({
  enabled: z.boolean(),
  /** The budget last set; null if the signal was never monitored. */
  monthly_credit_budget: Credits.nullable(),
  /** In the current calendar month, UTC. */
  spent_this_month: Credits,
  state: z.enum(MONITORING_STATES),
  /** Posts that came in and are not judged yet. */
  waiting: z.number().int(),
  /** Why posts wait and until when, in a sentence; null if nothing holds them up. */
  note: z.string().nullable(),
})
export type Monitoring = z.infer<typeof Monitoring>

export const IntentSignal = z.object({
  id: Id,
  project_id: Id,
  /** A `name` is no sentence to judge posts by but an expression of names that posts must hold. */
  kind: z.enum(SIGNAL_KINDS).default('intent'),
  /** The sentence, or the expression. */
  intent_signal: z.string(),
  /** What is not wanted, in plain language; empty if nothing was said. */
  not_interested: z.string(),
  /** The edits of the plan as read from the sentence; null if there are none. */
  plan_edits: PlanEdits.nullable(),
  search_days: z.number().int(),
  search_budget: Credits.nullable(),
  monitoring: Monitoring,
  last_search: Search.nullable(),
  /** The leads that match it, without deleted ones: as many as the list filtered by it has. */
  lead_count: z.number().int(),
  /** Null while fewer than 5 of its leads have feedback. */
  quality: SignalQuality.nullable(),
  audit: SignalAudit,
  /** What a large model has taught about it; null where the installation has none. */
  teaching: SignalTeaching.nullable(),
  /** What was answered to its previews' questions, the newest first, at most 300, which are those learned from. */
  answers: z.array(PreviewAnswer),
  created_at: Instant,
})
export type IntentSignal = z.infer<typeof IntentSignal>

export const listIntentSignals = endpoint({
  name: 'listIntentSignals',
  method: 'GET',
  path: '/api/v1/intent_signals/{projectId}',
  summary: "The project's intent signals, oldest first, each with its last search.",
  access: 'signal.read',
  params: ProjectParams,
  reply: z.array(IntentSignal),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const createIntentSignal = endpoint({
  name: 'createIntentSignal',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}',
  summary: 'Saves an intent signal. A search starts with `run_search`.',
  access: 'signal.write',
  params: ProjectParams,
  body: z.object({
    ...brief,
    search_days: searchDays.optional(),
    search_budget: CreditsInput.nullish(),
    /** Answers to its preview's questions, which the signal learns from before it searches. */
    answers: PreviewAnswers.optional(),
  }),
  reply: IntentSignal,
  status: 201,
  errors: [
    'project_not_found',
    'post_not_found',
    'signal_limit_reached',
    'signal_already_exists',
    'signal_unsearchable',
  ],
  audit: ['search_days', 'search_budget'],
  tells: 'signals',
})

export const updateIntentSignal = endpoint({
  name: 'updateIntentSignal',
  method: 'PUT',
  path: '/api/v1/intent_signals/{projectId}/{id}',
  summary:
    'Rewords an intent signal, or changes what is not wanted or its plan. With `do_reanalyze` the posts already collected are judged again.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({
    intent_signal: intentSignal,
    /** If left out, they stay as they are; null goes back to the plan as it is read. */
    not_interested: notInterested.optional(),
    plan_edits: PlanEdits.nullish(),
    do_reanalyze: z.boolean(),
    /** The posts that the signal has judged before, or exactly those that a `backtest` looks at. */
    reanalyze_over: z.enum(['judged', 'backtested']).default('judged'),
    /**
     * The most that judging again may cost: the quote that the caller has seen. By default the quote at this moment.
     */
    reanalysis_budget: CreditsInput.optional(),
    search_days: searchDays.optional(),
    search_budget: CreditsInput.nullish(),
    answers: AnswerChanges.optional(),
  }),
  reply: IntentSignal,
  errors: [
    'project_not_found',
    'signal_not_found',
    'post_not_found',
    'signal_already_exists',
    'signal_is_name',
    'signal_unsearchable',
    'no_credits_left',
    'search_running',
    'reanalysis_budget_missing',
  ],
  audit: ['do_reanalyze', 'reanalyze_over', 'reanalysis_budget', 'search_days', 'search_budget'],
  tells: 'signals',
})

export const quoteReanalysis = endpoint({
  name: 'getReanalysisQuote',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/get_reanalysis_quote',
  summary: 'How many posts `do_reanalyze` would judge again under these words, what that costs at most, and why. Free.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({ intent_signal: intentSignal }),
  reply: z.object({ posts: z.number().int(), credits: Credits, why: z.string() }),
  errors: ['project_not_found', 'signal_not_found', 'signal_is_name'],
  audit: false,
})

export const deleteIntentSignal = endpoint({
  name: 'deleteIntentSignal',
  method: 'DELETE',
  path: '/api/v1/intent_signals/{projectId}/{id}',
  summary: 'Removes an intent signal and stops its search. Its leads stay.',
  access: 'signal.write',
  params: ProjectItemParams,
  errors: ['project_not_found', 'signal_not_found'],
  tells: 'signals',
})

export const runSearch = endpoint({
  name: 'runSearch',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/run_search',
  summary: 'Starts a search for the signal; its progress arrives as events. Takes an `Idempotency-Key`.',
  access: 'signal.write',
  params: ProjectItemParams,
  reply: z.object({ search_id: Id }),
  status: 202,
  errors: [
    'project_not_found',
    'signal_not_found',
    'signal_unsearchable',
    'no_credits_left',
    'search_running',
    'no_sources_on',
    'idempotency_key_reused',
    'idempotent_call_running',
  ],
})

export const stopSearch = endpoint({
  name: 'stopSearch',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/stop_search',
  summary: 'Stops the running search of the signal. What it has found stays; what it held is given back.',
  access: 'signal.write',
  params: ProjectItemParams,
  reply: Search,
  errors: ['project_not_found', 'signal_not_found', 'search_not_running'],
})

export const listSearches = endpoint({
  name: 'listSearches',
  method: 'GET',
  path: '/api/v1/intent_signals/{projectId}/searches',
  summary: "The project's latest searches, newest first, at most 50.",
  access: 'signal.read',
  params: ProjectParams,
  reply: z.array(Search),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const recommendSearchBudget = endpoint({
  name: 'recommendOneTimeSearchBudget',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/get_recommended_one_time_search_budget',
  summary: 'How many posts a search would judge, what that costs, and why. Free.',
  access: 'signal.write',
  params: ProjectParams,
  body: z.object({ ...brief, search_days: searchDays }),
  reply: z.object({ recommended_budget: Credits, posts: z.number().int(), why: z.string() }),
  errors: ['project_not_found', 'signal_unsearchable'],
  audit: false,
  mayBeKept: true,
})

export const PreviewedPost = z.object({
  platform: z.string(),
  community: z.string().nullable(),
  author: z.string().nullable(),
  url: z.string(),
  title: z.string().nullable(),
  /** The post's text in which evidence is counted: title, line break, body. */
  text: z.string(),
  posted_at: Instant,
  score: z.number().int(),
  level: LeadLevel,
  reason: z.string(),
  evidence: z.array(Evidence),
  /** What the signal asks for, part by part; empty where the post is too far off. */
  conditions: z.array(Condition).default([]),
})
export type PreviewedPost = z.infer<typeof PreviewedPost>

const AskablePost = PreviewedPost.extend({ post_id: Id })

export const SignalPreview = z.object({
  seen: z.number().int(),
  judged: z.number().int(),
  /** Posts the signal would catch; `posts` holds the best of them. */
  caught: z.number().int(),
  posts: z.array(AskablePost),
  /** Posts that it would pass over, yet asks about, best first. */
  near_misses: z.array(AskablePost),
  /** The at most eight posts of both lists whose answers teach the signal most. */
  ask_about: z.array(Id),
  per_day: z.array(z.object({ day: z.iso.date(), caught: z.number().int() })),
  channels: z.array(ChannelProgress),
  /** What a search would do that a preview does not, in a sentence; null if nothing. */
  note: z.string().nullable().default(null),
})
export type SignalPreview = z.infer<typeof SignalPreview>

export const previewSignal = endpoint({
  name: 'previewIntentSignal',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/preview',
  summary:
    'What a signal would catch, from posts already collected and a fresh look at the channels. Free; nothing is saved.',
  access: 'signal.write',
  cost: 'asking',
  params: ProjectParams,
  body: z.object({ ...brief, search_days: searchDays }),
  reply: SignalPreview,
  errors: ['project_not_found', 'signal_unsearchable'],
  audit: false,
})

export const recommendMonitoringBudget = endpoint({
  name: 'recommendMonitoringBudget',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/get_recommended_monitoring_budget',
  summary: 'How many posts a month monitoring would judge, what that costs, and why. Free.',
  access: 'signal.write',
  params: ProjectParams,
  body: z.object(brief),
  reply: z.object({ recommended_budget: Credits, posts_per_month: z.number().int(), why: z.string() }),
  errors: ['project_not_found', 'signal_unsearchable'],
  audit: false,
  mayBeKept: true,
})

export const enableMonitoring = endpoint({
  name: 'enableMonitoring',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/enable_monitoring',
  summary: 'Listens for the signal from now on, spending at most so much a month; or changes how much.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({ monthly_credit_budget: CreditsInput }),
  reply: IntentSignal,
  errors: ['project_not_found', 'signal_not_found', 'signal_unsearchable'],
  audit: ['monthly_credit_budget'],
  tells: 'signals',
})

export const disableMonitoring = endpoint({
  name: 'disableMonitoring',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/{id}/disable_monitoring',
  summary: 'Stops listening for the signal. Its leads stay; posts that waited to be judged are let go.',
  access: 'signal.write',
  params: ProjectItemParams,
  reply: IntentSignal,
  errors: ['project_not_found', 'signal_not_found'],
  tells: 'signals',
})
