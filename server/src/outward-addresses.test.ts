import { companyDomain } from '@leadlight/domain/companies'
import { brainstormBusinessInfo, updateProject } from '@leadlight/contract/projects'
import { addCommunity, addFeed } from '@leadlight/contract/sources'
import { createWebhook, testWebhook, type WebhookWithSecret } from '@leadlight/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManualClock } from '@leadlight/testing/manual-clock'
import { startSurroundings, type Surroundings } from '@leadlight/testing/inner-service'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { createMastodonProfiles } from './channels/mastodon-profile.ts'
import { createWebsites } from './people/enrichment/websites/create-websites.ts'

let around: Surroundings
let app: TestApp
/** A new one for each feature, as each address has a project of its own. */
let organization: TestOrganization
let ticking: NodeJS.Timeout
beforeAll(async () => {
  around = await startSurroundings(createManualClock('2026-11-02T09:00:00Z'))
  app = await startTestApp({ outbound: around.outbound })
  // Calls that wait for a platform's rate limit wait on the app's clock.
  ticking = setInterval(() => void app.clock.advance(60_000), 10)
})
afterAll(async () => {
  clearInterval(ticking)
  await app.close()
  await around.close()
})

const HOUR_MS = 60 * 60_000
/** A file has none, and a company's domain or a handle has no port. */
const hostOf = (address: string) => URL.parse(address)?.hostname || 'no-host.example'

/** Everything that fetches from an address somebody gave, and what it answers: its text and, over HTTP, its status. */
const FEATURES: Record<string, (address: string, projectId: string) => Promise<{ status?: number; text: string }>> = {
  async 'reading the business’s website'(website, id) {
    const set = await organization.ask(updateProject, { params: { id }, body: { website } })
    return set.status === 200 ? organization.ask(brainstormBusinessInfo, { params: { id } }) : set
  },
  'adding a feed': (url, projectId) => organization.ask(addFeed, { params: { projectId }, body: { url } }),
  'adding a forum': (source, projectId) => add('discourse', source, projectId),
  'adding an instance of Lemmy': (address, projectId) => add('lemmy', address, projectId),
  'adding an instance of Mastodon': (address, projectId) => add('mastodon', address, projectId),
  async 'a webhook'(url, projectId) {
    const made = await organization.ask(createWebhook, { params: { projectId }, body: { url } })
    if (made.status !== 201) return made
    const { id } = made.body as WebhookWithSecret
    // Twenty tests an hour are allowed.
    await app.clock.advance(HOUR_MS)
    const sent = await organization.call(testWebhook, { params: { projectId, id } })
    return { text: JSON.stringify(sent), ...(sent.state === 'delivered' && { status: 200 }) }
  },
  async 'reading a company’s website'(address) {
    // A number is no company's address.
    const domain = companyDomain(address, { names: [] })
    if (domain === undefined) return { text: '' }
    const websites = createWebsites({ fetch: around.outbound.guarded, clock: app.clock })
    return { text: JSON.stringify(await websites.read(domain, new AbortController().signal)) }
  },
  async 'reading a profile of Mastodon'(address) {
    const profiles = createMastodonProfiles({ fetch: around.outbound.guarded, clock: app.clock })
    const handle = `somebody@${hostOf(address)}`
    const reading = profiles.read({ handle, externalId: handle }, new AbortController().signal)
    return { text: await reading.then(JSON.stringify, (error: Error) => error.message) }
  },
}

function add(platform: string, source: string, projectId: string) {
  return organization.ask(addCommunity, { params: { projectId }, body: { platform, source } })
}

test.each(Object.keys(FEATURES))('%s reaches nothing inside, whatever the address', async (name) => {
  expect(around.addresses.length).toBeGreaterThanOrEqual(60)
  organization = await app.organization()
  const triedBefore = around.tried()
  for (const address of around.addresses) {
    // Each its own project, so that no limit of sources or webhooks is met before the address is looked at.
    const { id } = await organization.project()
    const { status = 400, text } = await FEATURES[name]!(address, id)
    expect([address, status >= 400, text.includes(around.secret)]).toEqual([address, true, false])
  }
  expect(around.reached()).toBe(0)
  expect(around.tried()).toBeGreaterThan(triedBefore)
})
