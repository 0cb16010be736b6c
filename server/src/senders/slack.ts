import type { KnownBlock } from '@slack/web-api'

/** Why Slack refused, by what helps. */
export type SlackFailure =
  /** The workspace no longer lets us in, or not to this: only connecting again helps. */
  | 'shut_out'
  /** The channel is gone, archived or closed to us. */
  | 'channel'
  /** Slack asks us to wait. */
  | 'resting'
  /** Slack was not reached or failed: waiting helps. */
  | 'unreachable'
  /** Slack understood, and will never accept this. */
  | 'refused'

/** The error of every failed call to Slack. `code` is Slack's own word where it gave one. */
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
  /** Shown in notifications, and to those who cannot see blocks. */
  text: string
  blocks: KnownBlock[]
  /** The message's own id, to recognise a duplicate. */
  id: string
}

/** The part of Slack's Web API that we use. Every call may throw SlackError, and none is made in a transaction. */
export interface Slack {
  /** Where somebody allows the app for a workspace, to return with `state`. */
  authorizationUrl(state: string): string
  exchangeCode(code: string): Promise<SlackInstallation>
  listChannels(token: string, page: { cursor: string | undefined; limit: number }): Promise<SlackChannelPage>
  /** Returns the message's `ts`, which identifies it in its channel. */
  post(token: string, channelId: string, post: SlackPost): Promise<string>
  update(token: string, place: { channelId: string; ts: string }, post: SlackPost): Promise<void>
  /** A token that is invalid already counts as revoked. */
  revoke(token: string): Promise<void>
}
