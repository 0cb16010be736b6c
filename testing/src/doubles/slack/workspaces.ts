import type { KnownBlock } from '@slack/web-api'

export interface DoubleChannel {
  id: string
  name: string
  isPrivate: boolean
  isMember: boolean
  isArchived: boolean
  messages: DoubleMessage[]
  /** How many requests to post are still to get a 429, and the wait they are told. */
  limited: { times: number; retryAfterS: number }
}

export interface DoubleMessage {
  ts: string
  text: string
  blocks: KnownBlock[]
  metadata: { event_type: string; event_payload: { id: string } } | null
  /** How often it was changed. */
  edits: number
}

/** A workspace. It has one token for an app, however often that is allowed. */
export class DoubleTeam {
  readonly id: string
  readonly name: string
  readonly channels = new Map<string, DoubleChannel>()
  /** Null while the app is not in it. */
  token: string | null = null
  scopes: string[] = []
  /** The error that every call gets. */
  refusal: string | null = null

  constructor(id: string, name: string) {
    this.id = id
    this.name = name
  }

  addChannel(id: string, name: string, more: Partial<DoubleChannel> = {}): DoubleChannel {
    const channel: DoubleChannel = {
      id,
      name,
      isPrivate: false,
      isMember: false,
      isArchived: false,
      messages: [],
      limited: { times: 0, retryAfterS: 0 },
      ...more,
    }
    this.channels.set(id, channel)
    return channel
  }

  channel(id: string): DoubleChannel {
    const found = this.channels.get(id)
    if (!found) throw new Error(`The workspace ${this.name} has no channel ${id}.`)
    return found
  }
}

/** A workspace with channels of every kind that matters. */
export function usualTeam(id = 'T0MARBLE', name = 'Marble Books'): DoubleTeam {
  const team = new DoubleTeam(id, name)
  team.addChannel('C0GENERAL', 'general', { isMember: true })
  team.addChannel('C0LEADS', 'leads')
  team.addChannel('C0SALES', 'sales')
  team.addChannel('C0OLD', 'old-leads', { isArchived: true })
  team.addChannel('G0BOARD', 'board', { isPrivate: true, isMember: true })
  return team
}
