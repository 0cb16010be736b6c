import { createHash } from 'node:crypto'
import { cursorAt, listenToJetstream } from './bluesky-jetstream.ts'
import type { JetstreamOptions } from './bluesky-jetstream.ts'
import type { DrawRequest } from './channel.ts'

/** Some forty posts a second come, far too many to remember: by its address one in so many belongs to the sample. */
const SAMPLED_ONE_IN = 500
/** What is read again at each draw: some two thousand posts, of which a handful belongs to the sample. */
const DRAWN_MS = 60_000
/** The newest may not have reached the other server yet. */
const NEWEST_MS = 10_000
/** Ten times what comes in a busy minute. */
const EVENTS_MAX = 100_000

/** Whether a post belongs to the sample. Its address decides, so that whoever meets it says the same. */
export function isSampled(externalId: string): boolean {
  return createHash('sha256').update(externalId).digest().readUInt32BE(0) % SAMPLED_ONE_IN === 0
}

/**
 * The sampled posts of a minute at random, by a connection of its own, to another server than the one that is listened
 * to. Those deleted since are left out.
 */
export async function drawFromJetstream(
  jetstream: JetstreamOptions,
  { since, until, chance, signal }: DrawRequest,
): Promise<string[]> {
  const [first, last] = [since.getTime(), until.getTime() - NEWEST_MS]
  if (last <= first) return []
  // It may begin before the time and end after it, or its edges would be drawn less often than its middle.
  const begins = first - DRAWN_MS + Math.floor(chance() * (last - first + DRAWN_MS))
  const [from, to] = [Math.max(first, begins), Math.min(last, begins + DRAWN_MS)]
  const drawn = new Set<string>()
  let events = 0
  for await (const event of listenToJetstream(jetstream, { source: null, cursor: cursorAt(new Date(from)), signal })) {
    events += 1
    if (event.at.getTime() >= to || events > EVENTS_MAX) break
    if (event.kind === 'post' && isSampled(event.post.externalId)) drawn.add(event.post.externalId)
    if (event.kind === 'deleted') drawn.delete(event.externalId)
  }
  return [...drawn]
}
