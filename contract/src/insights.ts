import { INSIGHT_FIGURES } from '@leadlight/domain/insights'
import { STANCES } from '@leadlight/domain/watched-names/stances'
import { WORK_KINDS } from '@leadlight/domain/ledger'
import { z } from 'zod'
import { SignalRecall } from './audits.ts'
import { endpoint } from './endpoint.ts'
import { Credits, Id, Instant, ProjectParams, TimeZone } from './shapes.ts'

/** The requested days, both ends included, in the time zone. At most 366. */
const Period = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: TimeZone.default('UTC'),
})

const base = '/api/v1/insights/{projectId}'
const asked = { access: 'lead.read', cost: 'sums', params: ProjectParams, query: Period } as const
const errors = ['project_not_found', 'period_invalid'] as const

const Series = z.object({
  total: z.number().int(),
  /** One number for each of `days`. */
  by_day: z.array(z.number().int()),
})

export const LeadsByDay = z.object({
  days: z.array(z.iso.date()),
  /** Every lead found on these days, including those deleted since, each counted once. */
  leads: Series,
  /** Those of them that were deleted since: the others are the leads that the list has of these days. */
  deleted: z.number().int().default(0),
  /** A lead counts for every signal that found it. The largest first. */
  by_signal: z.array(Series.extend({ id: Id, text: z.string() })),
  /** The largest first. */
  by_channel: z.array(Series.extend({ platform: z.string(), name: z.string() })),
})
export type LeadsByDay = z.infer<typeof LeadsByDay>

export const getLeadsByDay = endpoint({
  ...asked,
  name: 'getLeadsByDay',
  method: 'GET',
  path: `${base}/leads`,
  summary: 'How many leads were found on each day, in all, by signal and by channel.',
  reply: LeadsByDay,
  errors,
})

export const SignalInsight = z.object({
  id: Id,
  text: z.string(),
  /** People's feedback on the leads it found on these days. */
  positive: z.number().int(),
  negative: z.number().int(),
  /** The share of good ones with its 95 % interval; null while fewer than 5 were judged. */
  precision: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** For the last twelve weeks, whatever days are requested; null while too few passed-over posts were looked at. */
  recall: SignalRecall.nullable(),
  /** Passed-over posts that people looked at in these weeks. */
  audited: z.number().int(),
})
export type SignalInsight = z.infer<typeof SignalInsight>

export const getSignalInsights = endpoint({
  ...asked,
  name: 'getSignalInsights',
  method: 'GET',
  path: `${base}/quality`,
  summary: 'Of each signal the share of good leads, and of what it looks for the share it finds, with their intervals.',
  reply: z.object({ signals: z.array(SignalInsight) }),
  errors,
})

export const BlindTime = z.object({
  from: Instant,
  /** Null while it goes on. */
  to: Instant.nullable(),
  /** What became of the posts meanwhile: read later, still to be read, or out of reach. */
  outcome: z.enum(['open', 'unread', 'backfilled', 'lost']),
  /** Null for guests, as reasons may name addresses. */
  reason: z.string().nullable(),
  recovered: z.number().int(),
})
export type BlindTime = z.infer<typeof BlindTime>

export const SourceCoverage = z.object({
  platform: z.string(),
  /** Empty for a whole platform, and always for guests. */
  source: z.string(),
  name: z.string(),
  /** When the project listened there. */
  listened: z.array(z.object({ from: Instant, to: Instant })),
  blind: z.array(BlindTime),
  listened_ms: z.number().int(),
  /** How long it received nothing, whether or not that was read later; and how long of that cannot be read any more. */
  blind_ms: z.number().int(),
  lost_ms: z.number().int(),
  /** Requests by searches there, and how many of them failed. */
  looks: z.number().int(),
  failed_looks: z.number().int(),
  /**
   * The share of posts that listening had met, of those drawn at random from the place since the project began to listen
   * there, in the last 30 days at most, with its 95 % interval; null where none can be drawn, or none has been yet.
   */
  captured: z.object({ drawn: z.number().int(), share: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type SourceCoverage = z.infer<typeof SourceCoverage>

export const Coverage = z.object({
  from: Instant,
  /** The end of the last day, or now if that comes first. */
  to: Instant,
  /** Earlier gaps are not kept; null if the whole period is known. */
  known_since: Instant.nullable(),
  sources: z.array(SourceCoverage),
  /** Whether there were more gaps than are listed; the oldest are left out. */
  is_cut: z.boolean(),
})
export type Coverage = z.infer<typeof Coverage>

export const getCoverageInsights = endpoint({
  ...asked,
  name: 'getCoverageInsights',
  method: 'GET',
  path: `${base}/coverage`,
  summary: 'When the project listened where, and when it was blind there.',
  reply: Coverage,
  errors,
})

export const AnswerTimes = z.object({
  /** Leads found on these days. What became of them counts up to now. */
  found: z.number().int(),
  /** Those with a first draft or status. */
  answered: z.number().int(),
  /** Deleted without either. */
  dismissed: z.number().int(),
  waiting: z.number().int(),
  /** Half, and nine in ten, of the answered leads took no longer; null if none was answered. */
  median_ms: z.number().int().nullable(),
  slow_ms: z.number().int().nullable(),
  /** How many took how long. The last step, without a name, took longer than all others. */
  steps: z.array(z.object({ within: z.string().nullable(), leads: z.number().int() })),
})
export type AnswerTimes = z.infer<typeof AnswerTimes>

export const getAnswerTimes = endpoint({
  ...asked,
  name: 'getAnswerTimes',
  method: 'GET',
  path: `${base}/answers`,
  summary: 'How long it took from when a lead was found to its first draft or status.',
  reply: AnswerTimes,
  errors,
})

export const CreditInsights = z.object({
  /** Spent in the project on these days, less refunds. */
  total: Credits,
  by_work: z.array(z.object({ work: z.enum(WORK_KINDS).nullable(), credits: Credits })),
  /** The part of that for finding leads: by searches and monitoring. */
  finding: Credits,
  /** Leads found on these days, and how many of them nobody has deleted. */
  found: z.number().int(),
  kept: z.number().int(),
  /** Credits for finding, divided by the leads kept; null if none was kept. */
  per_kept_lead: z.number().nullable(),
  /** Credits for finding; a lead counts for every signal that found it. The most credits first. */
  by_signal: z.array(
    z.object({
      id: Id,
      /** Null if the signal is gone. */
      text: z.string().nullable(),
      finding: Credits,
      found: z.number().int(),
      kept: z.number().int(),
      per_kept_lead: z.number().nullable(),
    }),
  ),
})
export type CreditInsights = z.infer<typeof CreditInsights>

export const getCreditInsights = endpoint({
  ...asked,
  name: 'getCreditInsights',
  method: 'GET',
  path: `${base}/credits`,
  summary: 'What finding leads cost, and what that is for each lead kept.',
  reply: CreditInsights,
  errors,
})

const WeeklySeries = z.object({
  total: z.number().int(),
  /** One number for each of `weeks`. */
  by_week: z.array(z.number().int()),
})

export const NameInsights = z.object({
  /** Seven days each, the last of them first to last; the first week may be shorter. */
  weeks: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })),
  /** Posts of these days that hold each of the names that are watched, deleted leads included. The most first. */
  names: z.array(
    WeeklySeries.extend({
      id: Id,
      text: z.string(),
      /** Of all posts that hold a name; one that holds two counts for both. Null where there are none. */
      share: z.number().nullable(),
      stances: z.array(WeeklySeries.extend({ stance: z.enum(STANCES) })),
      /** Posts from before stances were read, or added by hand. */
      unread: z.number().int(),
    }),
  ),
  /** Days with more posts than a Poisson band around the eight weeks before allows, the newest first, at most 50. */
  spikes: z.array(
    z.object({
      id: Id,
      text: z.string(),
      day: z.iso.date(),
      found: z.number().int(),
      /** The mean of the days before, and the most that a usual day reaches. */
      usual: z.number(),
      most: z.number().int(),
    }),
  ),
})
export type NameInsights = z.infer<typeof NameInsights>

export const getNameInsights = endpoint({
  ...asked,
  name: 'getNameInsights',
  method: 'GET',
  path: `${base}/names`,
  summary:
    'How often each watched name was named in each week, what authors did with it, and on which days unusually often.',
  reply: NameInsights,
  errors,
})

export const exportInsights = endpoint({
  ...asked,
  name: 'exportInsights',
  method: 'GET',
  path: `${base}/export`,
  summary: 'The table behind one of the charts as a CSV file.',
  access: 'lead.export',
  query: Period.extend({ figure: z.enum(INSIGHT_FIGURES) }),
  reply: z.string(),
  replyKind: 'file',
  errors,
})
