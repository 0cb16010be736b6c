import type { Metrics } from '../platform/metrics.ts'
import { ChannelError, type Channel } from './channel.ts'

/** The channel, with each search counted by how it ended; one that we ended ourselves counts for nothing. */
export function countedChannel(channel: Channel, metrics: Pick<Metrics, 'countSourceRequest'>): Channel {
  const { platform } = channel
  return {
    ...channel,
    async search(request) {
      try {
        const page = await channel.search(request)
        metrics.countSourceRequest(platform, 'answered')
        return page
      } catch (error) {
        if (error instanceof ChannelError) metrics.countSourceRequest(platform, error.kind)
        throw error
      }
    },
  }
}
