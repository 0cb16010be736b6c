import { isTimeZone } from '@leadlight/domain/wall-clock'
import { z } from 'zod'

/** A UUID in lower case; anything else cannot be the id of one of our objects. */
export const Id = z.uuid()

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime()

const DAY_OR_INSTANT = 'Must be a day, such as 2026-11-02, or an instant in UTC, such as 2026-11-02T09:00:00Z'
const ADay = z.iso.date(DAY_OR_INSTANT)
const AnInstant = z.iso.datetime(DAY_OR_INSTANT)

/** The start of a filter: an instant, or a day from its first moment, in UTC. */
export const FromInstant = z.union([AnInstant, ADay.transform((day) => `${day}T00:00:00.000Z`)])
/** The end of a filter: an instant, or a day to its last moment, in UTC. */
export const ToInstant = z.union([AnInstant, ADay.transform((day) => `${day}T23:59:59.999Z`)])

/** The time zone that decides which day it is. */
export const TimeZone = z.string().max(64).refine(isTimeZone, 'Must be the name of a time zone, such as Europe/Berlin')

/** Credits as a number with at most three decimals. */
export const Credits = z.number()

/** A credit amount that a caller sends: from 0 to a million, in thousandths at the finest. */
export const CreditsInput = z.number().min(0).max(1_000_000).multipleOf(0.001)

/** Text that a person typed: trimmed, without control characters except tab and line breaks. */
export function text(min: number, max: number) {
  return z
    .string()
    .trim()
    .min(min, min === 1 ? 'Must not be empty' : `Must have at least ${min} characters`)
    .max(max, `Must have at most ${max.toLocaleString('en')} characters`)
    .regex(/^[\t\n\r\P{Cc}]*$/u, 'Must not contain control characters')
}

/** A name: one line of text without invisible characters, its white space collapsed. `min` 0 lets it be empty. */
export function name(max: number, min: 0 | 1 = 1) {
  return (
    z
      .string()
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Must be one line without control characters')
      // Two formatting characters stay, the joiners: emoji and several scripts are written with them.
      .transform((typed) =>
        typed
          .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .pipe(
        z
          .string()
          .min(min, 'Must not be empty')
          .max(max, `Must have at most ${max.toLocaleString('en')} characters`)
          .regex(/^$|[^\s\u200C\u200D]/u, 'Must have a visible character'),
      )
  )
}

export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Must have at most 254 characters')
  .pipe(z.email('Must be an email address'))

/** A query parameter that may be given once or several times; always read as a list. */
export function repeated<Item extends z.ZodType>(item: Item, max = 200) {
  return z.union([z.array(item).max(max), item.transform((one) => [one])])
}

/** `true` or `false` as the words of a query string. */
export const Flag = z.enum(['true', 'false']).transform((word) => word === 'true')

/** A whole number in a query string: one or more decimal digits, and nothing else. */
export function whole(min: number, max: number) {
  const range = `Must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  const number = z.number({ error: ({ input }) => (input === undefined ? undefined : range) })
  return z.pipe(z.transform<string, unknown>(readDigits), number.int().min(min).max(max))
}

/** Anything but digits stays as it is, to be refused: `Number` would read an empty text as 0, and `0x10` as 16. */
function readDigits(typed: unknown): unknown {
  return typeof typed === 'string' && /^\d+$/.test(typed) ? Number(typed) : typed
}

export const ProjectParams = z.strictObject({ projectId: Id })
export const ProjectItemParams = z.strictObject({ projectId: Id, id: Id })
export const IdParams = z.strictObject({ id: Id })

/** RFC 9457 problem document. `code` tells cases apart; `errors` says which part of a request was wrong. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
