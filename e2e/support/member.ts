import type { Browser, Page } from '@playwright/test'
import { installationUrl } from './addresses.ts'

export const PASSWORD = 'a lantern on the harbour wall'

let lastNumber = 0

/** An address that nobody of this run has. */
export function newEmail(): string {
  lastNumber += 1
  return `rosa.${process.pid}.${lastNumber}@larkbill.example`
}

/** Calls the installation as somebody; throws what it answers where that is no success. */
export async function ask<Reply>(
  token: string | null,
  call: string,
  body?: unknown,
  from: Record<string, string> = {},
): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(installationUrl() + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...from,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${call} answered ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}

export interface Member {
  email: string
  token: string
}

interface NewMember {
  /** Whether Larkbill is founded for her. */
  organization?: boolean
  email?: string
  /** The browser that she signs in with. */
  userAgent?: string
}

/** Rosa Klein with an account, and with the organization Larkbill unless told otherwise. */
export async function createMember({
  organization = true,
  email = newEmail(),
  userAgent,
}: NewMember = {}): Promise<Member> {
  // From an address of their own, as if through a proxy: a client makes only so many accounts in an hour.
  const from = { 'x-forwarded-for': `10.0.${lastNumber >> 8}.${lastNumber & 255}` }
  await ask(null, 'POST /auth/register', { email, password: PASSWORD }, from)
  const token = await signIn(email, { ...from, ...(userAgent !== undefined && { 'user-agent': userAgent }) })
  await ask(token, 'PATCH /users_info/update_name?first_name=Rosa&last_name=Klein')
  if (organization) await ask(token, 'POST /api/v1/organization', { name: 'Larkbill' })
  return { email, token }
}

/** Opens a session with the usual password, and answers its token. */
export async function signIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${installationUrl()}/auth/jwt/login`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** A page of somebody who is signed in, in a browser of their own. */
export async function openAs(browser: Browser, member: Member, options: object = {}): Promise<Page> {
  const { origin } = new URL(installationUrl())
  const localStorage = [{ name: 'access_token', value: member.token }]
  const context = await browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  return context.newPage()
}
