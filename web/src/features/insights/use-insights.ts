import type {
  AnswerTimes,
  Coverage,
  CreditInsights,
  LeadsByDay,
  NameInsights,
  SignalInsight,
} from '@leadlight/contract/insights'
import useSWR, { type SWRResponse } from 'swr'
import {
  getAnswerTimes,
  getCoverageInsights,
  getCreditInsights,
  getLeadsByDay,
  getNameInsights,
  getSignalInsights,
} from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import type { RequestedDays } from './range.ts'

/** The former data stays until the new answer arrives. */
const kept = { keepPreviousData: true }

export interface InsightsOf {
  projectId: string
  requested: RequestedDays
}

export function useLeadsByDay({ projectId, requested }: InsightsOf): SWRResponse<LeadsByDay, unknown> {
  return useSWR<LeadsByDay, unknown>(
    keys.leadsByDay(projectId, requested),
    () => call(getLeadsByDay, { params: { projectId }, query: requested }),
    kept,
  )
}

export function useSignalInsights({
  projectId,
  requested,
}: InsightsOf): SWRResponse<{ signals: SignalInsight[] }, unknown> {
  return useSWR<{ signals: SignalInsight[] }, unknown>(
    keys.signalInsights(projectId, requested),
    () => call(getSignalInsights, { params: { projectId }, query: requested }),
    kept,
  )
}

export function useCoverage({ projectId, requested }: InsightsOf): SWRResponse<Coverage, unknown> {
  return useSWR<Coverage, unknown>(
    keys.coverageInsights(projectId, requested),
    () => call(getCoverageInsights, { params: { projectId }, query: requested }),
    kept,
  )
}

export function useAnswerTimes({ projectId, requested }: InsightsOf): SWRResponse<AnswerTimes, unknown> {
  return useSWR<AnswerTimes, unknown>(
    keys.answerTimes(projectId, requested),
    () => call(getAnswerTimes, { params: { projectId }, query: requested }),
    kept,
  )
}

export function useNameInsights({ projectId, requested }: InsightsOf): SWRResponse<NameInsights, unknown> {
  return useSWR<NameInsights, unknown>(
    keys.nameInsights(projectId, requested),
    () => call(getNameInsights, { params: { projectId }, query: requested }),
    kept,
  )
}

export function useCreditInsights({ projectId, requested }: InsightsOf): SWRResponse<CreditInsights, unknown> {
  return useSWR<CreditInsights, unknown>(
    keys.creditInsights(projectId, requested),
    () => call(getCreditInsights, { params: { projectId }, query: requested }),
    kept,
  )
}
