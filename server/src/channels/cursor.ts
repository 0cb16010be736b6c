import type { z } from 'zod'
import { ChannelError } from './channel.ts'
import { fromJson } from './from-json.ts'

/** Parses a cursor we wrote; null where reading begins. Throws `misconfigured` for anything else. */
export function readCursorAs<Shape>(shape: z.ZodType<Shape>, cursor: string | null): Shape | null {
  if (cursor === null) return null
  const parsed = shape.safeParse(fromJson(cursor))
  if (parsed.success) return parsed.data
  throw new ChannelError('misconfigured', 'This search cannot be continued; start it anew.', null, parsed.error)
}
