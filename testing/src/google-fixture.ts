import { authorizeGoogle, googleCallback } from '@leadlight/contract/accounts'
import { linkGoogle } from '@leadlight/contract/own-account'
import { startGoogleDouble, type GoogleDouble } from './doubles/google-double.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { createTestClient, type TestClient, type TestReply } from './test-client.ts'
import { TEST_PASSWORD } from './test-organization.ts'

export interface GoogleFixture {
  app: TestApp
  google: GoogleDouble
  /** Signs in somebody new at Google, whom the product has never seen. */
  newPerson(): void
  /** A separate browser, at `client` or at the app. */
  browser(client?: TestClient): Browser
  /** The whole journey to Google and back, to sign in or as `user` to link. */
  signIn(browser?: Browser): Promise<TestReply>
  link(user: TestClient): Promise<TestReply>
  /** A client with the token of a callback's answer. */
  holder(reply: TestReply): TestClient
  close(): Promise<void>
}

/** A minimal browser: it keeps a cookie, follows Google's redirect, and calls back as our screen does. */
export interface Browser {
  cookie: string | undefined
  /** Asks where to go, as `user` to link; resolves with Google's address. */
  depart(user?: TestClient): Promise<string>
  /** Visits it and returns with what Google sends. */
  visit(authorizationUrl: string): Promise<URLSearchParams>
  callback(query: URLSearchParams | string): Promise<TestReply>
}

/** An installation that is registered at a double of Google. */
export async function startGoogleFixture(environment: Record<string, string> = {}): Promise<GoogleFixture> {
  let people = 0
  const google = await startGoogleDouble()
  const app = await startTestApp({
    environment: { ...google.environment, PUBLIC_URL: 'https://leads.example.com', ...environment },
  })
  google.clock = app.clock
  const browser = (client: TestClient = app) => openBrowser(client)
  const travel = async (by: Browser, user?: TestClient) => by.callback(await by.visit(await by.depart(user)))
  return {
    app,
    google,
    newPerson() {
      people += 1
      google.person = { sub: `sub-${people}`, email: `mara-${people}@gmail.example`, email_verified: true }
      google.forged = {}
    },
    browser,
    signIn: (by = browser()) => travel(by),
    link: (user) => travel(browser(), user),
    holder: (reply) => createTestClient(app.app, googleCallback.reply.parse(reply.body).access_token),
    async close() {
      await app.close()
      await google.close()
    },
  }
}

/** A separate browser, at `client`. */
export function openBrowser(client: TestClient): Browser {
  const browser: Browser = {
    cookie: undefined,
    async depart(user) {
      const reply = await (user
        ? user.ask(linkGoogle, { body: { password: TEST_PASSWORD } })
        : client.ask(authorizeGoogle))
      browser.cookie = reply.headers.get('set-cookie')?.split(';')[0]
      return authorizeGoogle.reply.parse(reply.body).authorization_url
    },
    async visit(authorizationUrl) {
      const answer = await fetch(authorizationUrl, { redirect: 'manual' })
      return new URL(answer.headers.get('location') ?? '').searchParams
    },
    callback(query) {
      const headers = browser.cookie === undefined ? {} : { cookie: `theme=dark; ${browser.cookie}` }
      return client.request('GET', `${googleCallback.path}?${query.toString()}`, { headers })
    },
  }
  return browser
}
