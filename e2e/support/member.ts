import type { Browser, Page } from '@playwright/test'
import type { Installation } from './installation.ts'

export const PASSWORD = 'a lantern on the harbour wall'

let lastNumber = 0

/** An email address that is unique in this run. */
export function newEmail(): string {
  lastNumber += 1
  return `rosa.${process.pid}.${lastNumber}@larkbill.example`
}

/** A caller of the API; without a token it is anonymous. */
export interface Caller {
  /** The installation's URL. */
  url: string
  token: string | null
}

/** Calls the API as somebody; throws the answer unless it succeeds. */
export async function ask<Reply>(
  { url, token }: Caller,
  call: string,
  body?: unknown,
  from: Record<string, string> = {},
): Promise<Reply> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(url + path, {
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

export interface Member extends Caller {
  email: string
  token: string
}

interface NewMember {
  /** Whether she has the organization Larkbill. */
  organization?: boolean
  email?: string
  /** The user agent of her sign-in. */
  userAgent?: string
}

/** Rosa Klein with an account, by default with the organization Larkbill. */
export async function createMember(
  { url }: Pick<Installation, 'url'>,
  { organization = true, email = newEmail(), userAgent }: NewMember = {},
): Promise<Member> {
  // Each account has its own IP address, since sign-ups are limited per client and hour.
  const from = { 'x-forwarded-for': `10.0.${lastNumber >> 8}.${lastNumber & 255}` }
  await ask({ url, token: null }, 'POST /auth/register', { email, password: PASSWORD }, from)
  const member = await signIn(url, email, { ...from, ...(userAgent !== undefined && { 'user-agent': userAgent }) })
  await ask(member, 'PATCH /users_info/update_name?first_name=Rosa&last_name=Klein')
  if (organization) await ask(member, 'POST /api/v1/organization', { name: 'Larkbill' })
  return member
}

/** Starts a session with the shared password. */
export async function signIn(url: string, email: string, headers: Record<string, string> = {}): Promise<Member> {
  const answer = await fetch(`${url}/auth/jwt/login`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  return { url, email, token: ((await answer.json()) as { access_token: string }).access_token }
}

/** A page of a signed-in user in a new browser context; relative URLs are the installation's. */
export async function openAs(browser: Browser, { url, token }: Member, options: object = {}): Promise<Page> {
  const localStorage = [{ name: 'access_token', value: token }]
  const context = await browser.newContext({
    ...options,
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  })
  return context.newPage()
}
