import type { KnownBlock } from '@slack/web-api'

/** Why Slack took nothing, by what helps. */
export type SlackFailure =
  /** The workspace does not let us in any more, or not to this: only connecting again helps. */
  | 'shut_out'
  /** The channel is gone, archived or closed to us. */
  | 'channel'
  /** It asks for a rest. */
  | 'resting'
  /** It could not be reached or failed: waiting helps. */
  | 'unreachable'
  /** It understood and will never take this. */
  | 'refused'

/** What every failed call to Slack becomes. `code` is Slack's own word where it gave one. */
export class SlackError extends Error {
  override readonly name = 'SlackError'
  readonly failure: SlackFailure
  readonly code: string
  readonly restMs: number | null

  constructor(failure: SlackFailure, code: string, restMs: number | null = null) {
    super(`Slack: ${code}`)
    this.failure = failure
    this.code = code
    this.restMs = restMs
  }
}

export interface SlackInstallation {
  teamId: string
  teamName: string
  token: string
  scopes: string[]
}

export interface SlackChannelPage {
  channels: { id: string; name: string; isPrivate: boolean; isMember: boolean }[]
  nextCursor: string | null
}

export interface SlackPost {
  /** What notifications show, and whoever cannot see blocks. */
  text: string
  blocks: KnownBlock[]
  /** What the message is known by, for whoever finds two of them. */
  id: string
}

/** Slack's Web API, as far as it is used. Every call may throw SlackError, and none is made in a transaction. */
export interface Slack {
  /** Where somebody allows the app for a workspace, and comes back with `state`. */
  authorizationUrl(state: string): string
  exchangeCode(code: string): Promise<SlackInstallation>
  listChannels(token: string, page: { cursor: string | undefined; limit: number }): Promise<SlackChannelPage>
  /** Answers the message's `ts`, which names it in its channel. */
  post(token: string, channelId: string, post: SlackPost): Promise<string>
  update(token: string, place: { channelId: string; ts: string }, post: SlackPost): Promise<void>
  /** A token that is none any more counts as revoked. */
  revoke(token: string): Promise<void>
}
