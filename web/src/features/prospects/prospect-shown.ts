import type { SWRResponse } from 'swr'
import { isGone } from '../../lib/request-error.ts'

/** What there is to show of a person or a company. What was read before they went is remembered, and not shown any more. */
export function shownOf<Whole>({ data, error }: Pick<SWRResponse<Whole, unknown>, 'data' | 'error'>): Whole | null {
  return data === undefined || isGone(error) ? null : data
}
