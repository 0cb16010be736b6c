import { ChannelError } from './channel.ts'
import type { ChannelKey } from './channel.ts'

/** A shorter one could be any word. */
const HIDDEN_FROM = 4

/** The error without any part of the key in its message, since some platforms repeat what they were sent. */
export function hideKey(error: ChannelError, key: ChannelKey | null): ChannelError {
  const secrets = Object.values(key ?? {}).filter((value) => value.length >= HIDDEN_FROM)
  const message = secrets.reduce((said, secret) => said.replaceAll(secret, '…'), error.message)
  return message === error.message ? error : new ChannelError(error.kind, message, error.retryAfterMs)
}
