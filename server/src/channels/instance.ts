import { ChannelError } from './channel.ts'
import type { SearchRequest } from './channel.ts'

/**
 * The address of one server of a platform with many, as somebody typed it: with or without `https://`, with or without
 * a path.
 */
export function parseInstance(typed: string): URL {
  const text = typed.trim()
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || !/^[\w.:[\]-]+$/.test(url.host)) {
    throw new ChannelError('misconfigured', 'Enter the address of the server, such as https://example.org.', null)
  }
  return new URL(url.origin)
}

/** The server that a request names. */
export function instanceOf(source: SearchRequest['source'], name: string): URL {
  if (source === null) throw new ChannelError('misconfigured', `${name} is many servers; name one of them.`, null)
  return parseInstance(source.externalId)
}

export function hostOf(instance: URL): string {
  return instance.host.replace(/^www\./, '')
}

/**
 * A post's id from the instance that shows it. An instance's version of a post from elsewhere gets an id of its own, or
 * any instance could put words into others' mouths.
 */
export function idAt(instance: URL, address: string): string {
  return new URL(address).origin === instance.origin ? address : `${instance.origin} ${address}`
}

/** The address within such an id. */
export function addressIn(externalId: string): string {
  return externalId.slice(externalId.indexOf(' ') + 1)
}
