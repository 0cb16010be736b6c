import { ChannelError } from './channel.ts'
import type { ChannelKey } from './channel.ts'

/** Shorter ones could be any word. */
const HIDDEN_FROM = 4

/** The failure with nothing of the key in its sentence: some platforms repeat what they were sent. */
export function hideKey(error: ChannelError, key: ChannelKey | null): ChannelError {
  const secrets = Object.values(key ?? {}).filter((value) => value.length >= HIDDEN_FROM)
  const message = secrets.reduce((said, secret) => said.replaceAll(secret, '…'), error.message)
  return message === error.message ? error : new ChannelError(error.kind, message, error.retryAfterMs)
}
