import { INSIGHT_FIGURES } from '@leadlight/domain/insights'
import { WORK_KINDS } from '@leadlight/domain/ledger'
import { z } from 'zod'
import { SignalRecall } from './audits.ts'
import { endpoint } from './endpoint.ts'
import { Credits, Id, Instant, ProjectParams, TimeZone } from './shapes.ts'

/** The days asked for, both among them, as clocks in the time zone have them. At most 366. */
const Period = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  time_zone: TimeZone.default('UTC'),
})

const base = '/api/v1/insights/{projectId}'
const asked = { access: 'lead.read', params: ProjectParams, query: Period } as const
const errors = ['project_not_found', 'period_invalid'] as const

const Series = z.object({
  total: z.number().int(),
  /** One number for each of `days`. */
  by_day: z.array(z.number().int()),
})

export const LeadsByDay = z.object({
  days: z.array(z.iso.date()),
  /** Every lead that was found on these days, also those deleted since, each counted once. */
  leads: Series,
  /** A lead counts for every signal that found it. Most first. */
  by_signal: z.array(Series.extend({ id: Id, text: z.string() })),
  /** Most first. */
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
  /** What people said of the leads that it found on these days. */
  positive: z.number().int(),
  negative: z.number().int(),
  /** The share of good ones with its 95 % interval; null while fewer than 5 were judged. */
  precision: z.object({ share: z.number(), low: z.number(), high: z.number() }).nullable(),
  /** Of the last twelve weeks, whatever days are asked for; null while too few passed-over posts were looked at. */
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
  /** Null while it lasts. */
  to: Instant.nullable(),
  /** What was said meanwhile: read later, still to be read, or out of reach. */
  outcome: z.enum(['open', 'unread', 'backfilled', 'lost']),
  /** Null for guests, as reasons may name addresses. */
  reason: z.string().nullable(),
  recovered: z.number().int(),
})
export type BlindTime = z.infer<typeof BlindTime>

export const SourceCoverage = z.object({
  platform: z.string(),
  /** Empty for a platform as a whole; for guests always. */
  source: z.string(),
  name: z.string(),
  /** When the project listened there. */
  listened: z.array(z.object({ from: Instant, to: Instant })),
  blind: z.array(BlindTime),
  listened_ms: z.number().int(),
  /** Of that, when it heard nothing, whether or not it was read later; and when that cannot be read any more. */
  blind_ms: z.number().int(),
  lost_ms: z.number().int(),
  /** Looks that searches took there, and how many of them failed. */
  looks: z.number().int(),
  failed_looks: z.number().int(),
})
export type SourceCoverage = z.infer<typeof SourceCoverage>

export const Coverage = z.object({
  from: Instant,
  /** The end of the last day, or now where that comes first. */
  to: Instant,
  /** What was blind before is not kept; null where all that was asked for is. */
  known_since: Instant.nullable(),
  sources: z.array(SourceCoverage),
  /** There were more blind times than are told; the oldest are left out. */
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
  /** Of those answered, half and nine in ten took no longer; null where none was. */
  median_ms: z.number().int().nullable(),
  slow_ms: z.number().int().nullable(),
  /** How many took how long; the last step, without a name, took longer than all others. */
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
  /** Spent in the project on these days, less what was given back. */
  total: Credits,
  by_work: z.array(z.object({ work: z.enum(WORK_KINDS).nullable(), credits: Credits })),
  /** Of that, for finding leads: by searches and monitoring. */
  finding: Credits,
  /** Leads found on these days, and those of them that nobody has deleted. */
  found: z.number().int(),
  kept: z.number().int(),
  /** Credits for finding by leads kept; null where none was kept. */
  per_kept_lead: z.number().nullable(),
  /** Credits for finding; a lead counts for every signal that found it. Most credits first. */
  by_signal: z.array(
    z.object({
      id: Id,
      /** Null where the signal is gone. */
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
