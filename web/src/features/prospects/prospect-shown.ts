import type { SWRResponse } from 'swr'
import { hasStatus } from '../../lib/request-error.ts'

/** Whether what was asked for is nobody's: gone, in another project, or never there. An address that is no one's at all counts too. */
export function isGone(error: unknown): boolean {
  return hasStatus(error, 404) || hasStatus(error, 422)
}

/** What there is to show of a person or a company. What was read before they went is remembered, and not shown any more. */
export function shownOf<Whole>({ data, error }: Pick<SWRResponse<Whole, unknown>, 'data' | 'error'>): Whole | null {
  return data === undefined || isGone(error) ? null : data
}
