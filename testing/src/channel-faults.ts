import type { ChannelErrorKind } from '@leadlight/server/channels/channel'
import type { Fault } from './doubles/double-server.ts'

/** A fault of the platform, and the error the channel makes of it. */
export interface FaultCase {
  fault: Fault
  kind: ChannelErrorKind
  /** Whether retrying later can help. */
  retry: boolean
}

const later = { retry: true }
const never = { retry: false }

/** How an API fails. */
export const FAULTS: Record<string, FaultCase> = {
  limited: {
    fault: { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
    kind: 'rate_limited',
    ...later,
  },
  limitedWithoutEnd: { fault: { kind: 'status', status: 429 }, kind: 'rate_limited', ...later },
  broken: { fault: { kind: 'status', status: 500 }, kind: 'unreachable', ...later },
  busy: {
    fault: { kind: 'status', status: 503, headers: { 'retry-after': 'Sat, 21 Nov 2026 12:10:00 GMT' } },
    kind: 'unreachable',
    ...later,
  },
  unauthorized: { fault: { kind: 'status', status: 401 }, kind: 'refused', ...never },
  forbidden: { fault: { kind: 'status', status: 403, body: '<html>Access denied' }, kind: 'refused', ...never },
  reset: { fault: { kind: 'reset' }, kind: 'unreachable', ...later },
  resetInBody: { fault: { kind: 'reset_mid_body' }, kind: 'unreachable', ...later },
  truncated: { fault: { kind: 'truncated' }, kind: 'unreachable', ...later },
  page: { fault: { kind: 'html' }, kind: 'refused', ...later },
  empty: { fault: { kind: 'body', body: '' }, kind: 'unreachable', ...later },
  shapeless: { fault: { kind: 'body', body: '{"hits":"none","items":5}' }, kind: 'changed', ...never },
  // A body without the requested field is not an empty list: taken for one, the posts of that time would be skipped.
  unasked: { fault: { kind: 'body', body: '{"unexpected":true}' }, kind: 'changed', ...never },
  useless: {
    fault: { kind: 'body', body: '{"hits":[{"id":7},null,"x"],"items":[{"id":7},null,"x"]}' },
    kind: 'changed',
    ...never,
  },
}

/** How a feed fails: a malformed one may be well-formed again later. */
export const FEED_FAULTS: Record<string, FaultCase> = Object.fromEntries(
  ['page', 'empty', 'shapeless', 'unasked', 'useless'].map((name) => [
    name,
    { fault: FAULTS[name]!.fault, kind: 'not_a_feed', ...never },
  ]),
)
