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

/** What an account's owner says in public. Anything not stated is null; nothing is guessed. */
export interface PublicProfile {
  /** Where a person can read it. */
  url: string
  name: string | null
  bio: string | null
  location: string | null
  company: string | null
  website: string | null
  /** Only an address that anybody can read in the profile. */
  email: string | null
  links: string[]
  /** The links that the platform has verified to link back. */
  verifiedLinks: string[]
  /** Equal wherever the same picture is used, where the platform publishes that. */
  avatarHash: string | null
}

/**
 * `gone`: the account does not exist any more. `closed`: its owner does not want it read by machines or by visitors who
 * are not signed in. Nothing is kept of either.
 */
export type ProfileReading = { kind: 'read'; profile: PublicProfile } | { kind: 'gone' } | { kind: 'closed' }

/** One platform whose profiles are read. Every failure is a ChannelError. */
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

/** A status that says the account does not exist is an answer, not a failure. */
export function failureUnlessMissing(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  return isMissing(answer) ? undefined : statusFailure(answer, call)
}

export function isMissing({ response: { status } }: PlatformAnswer): boolean {
  return status === 404 || status === 410
}

/** Trimmed; null where nothing is left. */
export function said(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** A web address as people type it; null for anything else. */
export function webAddress(typed: string | null | undefined): string | null {
  const text = said(typed)
  if (text === null) return null
  const url = URL.parse(/^https?:\/\//iu.test(text) ? text : `https://${text}`)
  return url && /^https?:$/u.test(url.protocol) && url.hostname.includes('.') ? url.href : null
}

/** The mail address that somebody wrote into their profile. */
export function publishedEmail(text: string | null | undefined): string | null {
  return /(?:^|[\s<(:])([\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?=$|[\s>),;.])/iu.exec(text ?? '')?.[1] ?? null
}

/** The first site in running text, where there is no field for one. */
export function firstSite(words: string | null): string | null {
  const found = findAddresses(words ?? '').find(({ address }) => address.kind === 'site')
  return found?.address.kind === 'site' ? webAddress(found.address.host) : null
}

/** Gravatar's picture addresses derive from their owner's mail address, so equal ones have the same owner. */
export function gravatarHash(picture: string | null | undefined): string | null {
  const found = /gravatar\.com\/avatar\/([0-9a-f]{32,64})/iu.exec(picture ?? '')?.[1]
  return found === undefined ? null : createHash('sha256').update(found.toLowerCase()).digest('base64url')
}
