import { createHash } from 'node:crypto'
import { findAddresses } from '@leadlight/domain/identity/profile-address'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import type { ChannelError } from './channel.ts'
import { statusFailure } from './platform-api.ts'

/** An account as posts name it. */
export interface ProfileAccount {
  handle: string
  externalId: string
}

/** What an account's owner says of themselves in public. Whatever is not said is null; nothing is guessed. */
export interface PublicProfile {
  /** Where a person can read it. */
  url: string
  name: string | null
  bio: string | null
  location: string | null
  company: string | null
  website: string | null
  /** Only one that stands in the profile for anybody to read. */
  email: string | null
  links: string[]
  /** Those of the links that the platform has verified to link back. */
  verifiedLinks: string[]
  /** What is the same wherever the same picture is shown, where the platform says so openly. */
  avatarHash: string | null
}

/**
 * `gone`: there is no such account any more. `closed`: its owner does not want it to be read by machines or by whoever is not
 * signed in. Of neither is anything kept.
 */
export type ProfileReading = { kind: 'read'; profile: PublicProfile } | { kind: 'gone' } | { kind: 'closed' }

/** One platform whose profiles are read. Every way in which it can fail is a ChannelError. */
export interface ProfileSource {
  readonly platform: string
  read(account: ProfileAccount, signal: AbortSignal): Promise<ProfileReading>
}

export const NOTHING_SAID: Omit<PublicProfile, 'url'> = {
  name: null,
  bio: null,
  location: null,
  company: null,
  website: null,
  email: null,
  links: [],
  verifiedLinks: [],
  avatarHash: null,
}

/** A status that says the account is not there is an answer, and no failure. */
export function failureUnlessMissing(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  return isMissing(answer) ? undefined : statusFailure(answer, call)
}

export function isMissing({ response: { status } }: PlatformAnswer): boolean {
  return status === 404 || status === 410
}

/** Trimmed, and null where nothing is left. */
export function said(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** An address of the web as people type it; null for anything else. */
export function webAddress(typed: string | null | undefined): string | null {
  const text = said(typed)
  if (text === null) return null
  const url = URL.parse(/^https?:\/\//iu.test(text) ? text : `https://${text}`)
  return url && /^https?:$/u.test(url.protocol) && url.hostname.includes('.') ? url.href : null
}

/** The mail address that somebody wrote into their profile as one. */
export function publishedEmail(text: string | null | undefined): string | null {
  return /(?:^|[\s<(:])([\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?=$|[\s>),;.])/iu.exec(text ?? '')?.[1] ?? null
}

/** The first site that stands in running words, in the absence of a field of its own. */
export function firstSite(words: string | null): string | null {
  const found = findAddresses(words ?? '').find(({ address }) => address.kind === 'site')
  return found?.address.kind === 'site' ? webAddress(found.address.host) : null
}

/** Gravatar's addresses are made of their owner's, so the same is the same owner's. */
export function gravatarHash(picture: string | null | undefined): string | null {
  const found = /gravatar\.com\/avatar\/([0-9a-f]{32,64})/iu.exec(picture ?? '')?.[1]
  return found === undefined ? null : createHash('sha256').update(found.toLowerCase()).digest('base64url')
}
