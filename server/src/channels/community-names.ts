import { ChannelError } from './channel.ts'

/** How many are remembered before the oldest is dropped. */
const NAMES_MAX = 1_000

/** What communities are called that posts name by a number alone. */
export interface CommunityNames {
  /** The name of a community, asked for once; its id where the platform does not tell, so that its posts are not lost. */
  find(id: string, signal: AbortSignal): Promise<string>
}

export function createCommunityNames(ask: (id: string, signal: AbortSignal) => Promise<string | null>): CommunityNames {
  const known = new Map<string, string>()
  return {
    async find(id, signal) {
      const name = known.get(id) ?? (await askOrNull(() => ask(id, signal)))
      if (name === null) return id
      known.delete(id)
      known.set(id, name)
      const [oldest] = known.keys()
      if (known.size > NAMES_MAX && oldest !== undefined) known.delete(oldest)
      return name
    },
  }
}

async function askOrNull(ask: () => Promise<string | null>): Promise<string | null> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChannelError) return null
    throw error
  }
}
