import type { Metrics } from '../platform/metrics.ts'
import { ChannelError, type Channel } from './channel.ts'

/** The channel, with each search counted by how it ended; one that we ended ourselves counts for nothing. */
export function countedChannel(channel: Channel, metrics: Pick<Metrics, 'countSourceRequests'>): Channel {
  const { platform } = channel
  // There from the start, so that the first is seen as a rise.
  metrics.countSourceRequests(platform, 'answered', 0)
  return {
    ...channel,
    async search(request) {
      try {
        const page = await channel.search(request)
        metrics.countSourceRequests(platform, 'answered', 1)
        return page
      } catch (error) {
        if (error instanceof ChannelError) metrics.countSourceRequests(platform, error.kind, 1)
        throw error
      }
    },
  }
}
