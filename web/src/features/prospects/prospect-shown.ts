import type { SWRResponse } from 'swr'
import { isGone } from '../../lib/request-error.ts'

/** The data to show of a person or company; undefined once they have gone, even if cached. */
export function shownOf<Whole>({ data, error }: Pick<SWRResponse<Whole, unknown>, 'data' | 'error'>): Whole | null {
  return data === undefined || isGone(error) ? null : data
}
