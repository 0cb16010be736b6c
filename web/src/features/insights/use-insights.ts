import type { AnswerTimes, Coverage, CreditInsights, LeadsByDay, SignalInsight } from '@leadlight/contract/insights'
import useSWR, { type SWRResponse } from 'swr'
import { getAnswerTimes, getCoverageInsights, getCreditInsights, getLeadsByDay, getSignalInsights } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import type { RequestedDays } from './range.ts'

/** The former data stays until the new answer arrives. */
const kept = { keepPreviousData: true }

export interface InsightsOf {
  projectId: string
  asked: RequestedDays
}

export function useLeadsByDay({ projectId, asked }: InsightsOf): SWRResponse<LeadsByDay, unknown> {
  return useSWR<LeadsByDay, unknown>(
    keys.leadsByDay(projectId, asked),
    () => call(getLeadsByDay, { params: { projectId }, query: asked }),
    kept,
  )
}

export function useSignalInsights({
  projectId,
  asked,
}: InsightsOf): SWRResponse<{ signals: SignalInsight[] }, unknown> {
  return useSWR<{ signals: SignalInsight[] }, unknown>(
    keys.signalInsights(projectId, asked),
    () => call(getSignalInsights, { params: { projectId }, query: asked }),
    kept,
  )
}

export function useCoverage({ projectId, asked }: InsightsOf): SWRResponse<Coverage, unknown> {
  return useSWR<Coverage, unknown>(
    keys.coverageInsights(projectId, asked),
    () => call(getCoverageInsights, { params: { projectId }, query: asked }),
    kept,
  )
}

export function useAnswerTimes({ projectId, asked }: InsightsOf): SWRResponse<AnswerTimes, unknown> {
  return useSWR<AnswerTimes, unknown>(
    keys.answerTimes(projectId, asked),
    () => call(getAnswerTimes, { params: { projectId }, query: asked }),
    kept,
  )
}

export function useCreditInsights({ projectId, asked }: InsightsOf): SWRResponse<CreditInsights, unknown> {
  return useSWR<CreditInsights, unknown>(
    keys.creditInsights(projectId, asked),
    () => call(getCreditInsights, { params: { projectId }, query: asked }),
    kept,
  )
}
