import type { SourceChannel } from '@leadlight/contract/sources'
import { ChannelError, type Channel, type ChannelKey, type KeyNeed } from '../../channels/channel.ts'
import { hideKey } from '../../channels/hide-key.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError, invalidPart } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { saveKey, type ProjectChannel } from './channel-store.ts'
import { keyNeedOf } from './describe-channels.ts'
import { describeChannel, requireChannel } from './require-channel.ts'
import { sealKey } from './sealed-key.ts'
import type { SourceDependencies } from './source-dependencies.ts'

const HOUR_MS = 60 * 60 * 1000
/** Of a shorter secret, its end would reveal too much. */
const HINTED_FROM = 16
const HINT_LENGTH = 4
/** Keys are sent in headers, which allow nothing else. */
const USABLE = /^[\x21-\x7e]{1,1000}$/

interface KeyOrder extends ProjectChannel {
  /** As somebody typed them. */
  fields: Readonly<Record<string, string>>
  signal: AbortSignal
}

/**
 * Sets the project's own key to a platform once the platform has accepted it. A refused key is not saved, and the
 * platform's words are passed on.
 */
export async function setKey(
  deps: SourceDependencies,
  actor: Actor,
  { fields, signal, ...ids }: KeyOrder,
): Promise<SourceChannel> {
  const { organizationId, userId } = actor
  const scope = organizationScope(organizationId)
  const { channel, need } = await deps.db.transaction(scope, async (tx) => {
    const { channel, platformSources } = await requireChannel(tx, deps, actor, ids)
    return { channel, need: keyNeedOf(channel, platformSources) }
  })
  if (!need) {
    throw invalidPart('path.platform', 'key_incomplete', `${channel.displayName} takes no key of a project's own.`)
  }
  const key = readKey(need, fields)
  await tryOut(deps, channel, { key, signal })
  const sealed = sealKey(deps.vault, ids, key)
  return deps.db.transaction(scope, async (tx) => {
    await requireChannel(tx, deps, actor, ids)
    const kept = { ...ids, sealed, hint: hintOf(need, key), setBy: userId, setAt: deps.clock.now() }
    await saveKey(tx, organizationId, kept)
    return describeChannel(tx, deps, organizationId, ids)
  })
}

function readKey(need: KeyNeed, fields: Readonly<Record<string, string>>): ChannelKey {
  const read = need.fields.map(({ name, label }) => {
    const value = Object.hasOwn(fields, name) ? (fields[name] ?? '').trim() : ''
    if (value === '') throw unusable(name, `${label} is missing. Enter it too.`)
    if (!USABLE.test(value)) throw unusable(name, `${label} has characters that no key has. Copy it again.`)
    return [name, value] as const
  })
  return Object.fromEntries(read)
}

function unusable(name: string, detail: string): AppError {
  return invalidPart(`body.fields.${name}`, 'key_incomplete', detail)
}

async function tryOut(
  deps: SourceDependencies,
  channel: Channel,
  { key, signal }: { key: ChannelKey; signal: AbortSignal },
): Promise<void> {
  const until = deps.clock.now()
  const window = { since: new Date(until.getTime() - HOUR_MS), until }
  const query = { words: '', phrases: [], exclude: [] }
  try {
    if (channel.tryKey) await channel.tryKey(key, signal)
    else await channel.search({ query, source: null, key, ...window, cursor: null, limit: 1, signal })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    throw explain(channel, hideKey(error, key))
  }
}

function explain({ displayName }: Channel, cause: ChannelError): AppError {
  const { retryAfterMs } = cause
  if (retryAfterMs === null) return invalidPart('body.fields', 'key_refused', cause.message, cause)
  const detail = `${displayName} could not be asked whether it accepts the key, so nothing was kept. Try again in a while.`
  return new AppError('upstream', 'key_untested', detail, { cause, retryAfterMs })
}

/** The hint people recognize a key by: its plain fields, and the end of the secret one. */
function hintOf({ fields }: KeyNeed, key: ChannelKey): string {
  const parts = fields.map(({ name, isSecret }) => {
    const value = key[name] ?? ''
    if (!isSecret) return value
    return value.length < HINTED_FROM ? '…' : `…${value.slice(-HINT_LENGTH)}`
  })
  return parts.join(' ')
}
