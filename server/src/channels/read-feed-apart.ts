import { runApart } from '../platform/run-apart.ts'
import { readFeed, type Feed } from './feed-entries.ts'

/** This much is read within some tens of milliseconds, sooner than a thread starts; five megabytes take most of a second. */
const IN_PLACE_MAX = 150_000

/** Runs `readFeed`, in its own thread if it takes long. */
export async function readFeedApart(text: string, feedUrl: string, signal: AbortSignal): Promise<Feed | undefined> {
  if (text.length <= IN_PLACE_MAX) return readFeed(text, feedUrl)
  return runApart(new URL('./feed-worker.ts', import.meta.url), [text, feedUrl], { name: 'feeds', signal })
}
