import { login, me, register } from '@leadlight/contract/accounts'
import { createApiKey } from '@leadlight/contract/api-keys'
import { createOrganization } from '@leadlight/contract/organization'
import type { GoogleFixture } from '../google-fixture.ts'
import { mailTo, tokenIn } from '../mails.ts'
import type { TestApp } from '../test-app.ts'
import { createTestClient, type TestClient, type TestReply } from '../test-client.ts'
import { TEST_PASSWORD, type TestOrganization } from '../test-organization.ts'

export const OWNER_PASSWORD = 'eight bells of harbour night'

/** Somebody whose address the operator listed, and an attacker who wants what is meant for it. */
export interface TakeoverScene {
  fixture: GoogleFixture
  app: TestApp
  /** The address whose mail the owner reads. */
  address: string
  /** The attacker's own verified account, with an organization. */
  mallory: TestOrganization
  /** Registers the address in the attacker's name and signs in, with a new session each time. */
  squat(): Promise<TestClient>
  /** The same, and founds an organization, which must end up the owner's alone. */
  squatWithOrganization(): Promise<TestClient>
  /** Asserts at the end that the attacker is not in the organization. */
  forbids(organizationId: string): void
  /** Keeps another session of the attacker's: it must open nothing in the end. */
  keeps<Client extends TestClient>(client: Client): Client
  /** Signs in with a password that the attacker knows. */
  signIn(password?: string): Promise<TestReply>
  makeKey(client: TestClient): Promise<TestReply>
  /** Sends the head of a call now and its body when told to, seconds later by the server's clock. */
  beginCall(client: TestClient, call: { path: string; body: object }): Promise<{ finish: () => Promise<TestReply> }>
  /** Keeps the session of a successful sign-in. */
  keepSession(reply: TestReply): void
  /** The token in the link of a mail to the owner. */
  mailed(subject: string, nth?: number): Promise<string>
  /** The owner follows the link of the registration's mail, and proves nothing else. */
  follow(): Promise<TestReply>
  /** The owner follows it, sets a password and signs in. */
  take(): Promise<TestClient>
  /** The owner asks for a new password instead, and signs in with it. */
  reset(): Promise<TestClient>
  /** What the attacker has gained: being the owner, or more than an admin. Empty where the attack has failed. */
  gains(): Promise<string[]>
}

/** The steps of the attacker and the owner, in turn. In the end the attacker must hold nothing of the owner's. */
export type Attack = [name: string, attempt: (scene: TakeoverScene) => Promise<unknown>]

export async function setTakeoverScene(fixture: GoogleFixture, address: string): Promise<TakeoverScene> {
  const { app } = fixture
  const held: TestClient[] = []
  const forbidden = new Set<string>()
  const mallory = await app.organization()
  held.push(mallory)
  const post = (path: string, body: object) => app.request('POST', path, { body })
  const enter = (username: string, password: string) =>
    app.request('POST', login.path, { form: { username, password }, from: mallory.address })
  const keeps: TakeoverScene['keeps'] = (client) => {
    held.push(client)
    return client
  }
  const scene: TakeoverScene = {
    fixture,
    app,
    address,
    mallory,
    async squat() {
      await app.request('POST', register.path, {
        body: { email: address, password: TEST_PASSWORD },
        from: mallory.address,
      })
      return keeps(clientFor(app, await enter(address, TEST_PASSWORD)))
    },
    async squatWithOrganization() {
      const client = await scene.squat()
      const { id } = await client.call(createOrganization, { body: { name: 'A trap' } })
      forbidden.add(id)
      return client
    },
    forbids: (organizationId) => void forbidden.add(organizationId),
    keeps,
    signIn: (password = TEST_PASSWORD) => enter(address, password),
    async makeKey(client) {
      const made = await client.ask(createApiKey, { body: { name: 'Back door', scope: 'manage', expires_in_days: 30 } })
      if (made.status < 300) keeps(createTestClient(app.app, createApiKey.reply.parse(made.body).key))
      return made
    },
    keepSession({ body }) {
      const { access_token: token } = (body ?? {}) as { access_token?: string }
      if (token !== undefined) keeps(createTestClient(app.app, token))
    },
    async beginCall(client, { path, body }) {
      const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<Uint8Array>()]
      const raw = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            asked.resolve()
            controller.enqueue(await sent.promise)
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const reply = client.request('POST', path, { raw })
      // The body is asked for once the head has been checked, unless that was refused.
      await Promise.race([asked.promise, reply])
      return {
        async finish() {
          await app.clock.advance(2000)
          sent.resolve(new TextEncoder().encode(JSON.stringify(body)))
          return reply
        },
      }
    },
    mailed: async (subject, nth = 1) => tokenIn(await mailTo(app, address, { subject, nth })),
    follow: async () => post('/auth/verify', { token: await scene.mailed('Confirm your email address') }),
    async take() {
      const { reset_token: token } = (await scene.follow()).body as { reset_token: string }
      return setPassword(token)
    },
    async reset() {
      await post('/auth/forgot-password', { email: address })
      return setPassword(await scene.mailed('Choose a new password'))
    },
    gains: () => gainsOf(scene, held, forbidden),
  }

  async function setPassword(token: string): Promise<TestClient> {
    await post('/auth/reset-password', { token, password: OWNER_PASSWORD })
    return clientFor(app, await enter(address, OWNER_PASSWORD))
  }
  return scene
}

function clientFor(app: TestApp, signedIn: TestReply): TestClient {
  return createTestClient(app.app, login.reply.parse(signedIn.body).access_token)
}

/** Checks everything the attacker holds, and tries the password they chose once more. */
async function gainsOf(
  scene: TakeoverScene,
  held: readonly TestClient[],
  forbidden: ReadonlySet<string>,
): Promise<string[]> {
  const gains: string[] = []
  const again = await scene.signIn()
  const all = again.status === 200 ? [...held, clientFor(scene.app, again)] : held
  for (const client of all) {
    const seen = await client.request('GET', me.path)
    if (seen.status !== 200) continue
    const user = me.reply.parse(seen.body)
    if (user.is_verified && user.email === scene.address) gains.push('is signed in as the owner of the address')
    const { role, organization_id: organizationId } = user.organization_membership ?? {}
    if (role === 'SUPER_ADMIN') gains.push('is a super admin')
    const isOwn = user.email === scene.address && !user.is_verified
    if (organizationId !== undefined && forbidden.has(organizationId) && !isOwn)
      gains.push('is where only the owner may be')
  }
  return gains
}
