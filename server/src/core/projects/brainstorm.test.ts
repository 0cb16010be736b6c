import * as contract from '@leadlight/contract/projects'
import { createIntentSignal } from '@leadlight/contract/signals'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWebsiteDouble, type WebsiteDouble } from '@leadlight/testing/doubles/website-double'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { TestOrganization } from '@leadlight/testing/test-organization'
import { organizationScope } from '../../platform/scopes.ts'
import { setProject } from './project-store.ts'

let site: WebsiteDouble
let app: TestApp
let organization: TestOrganization
beforeAll(async () => {
  site = await startWebsiteDouble()
  app = await startTestApp({ environment: { OUTBOUND_ALLOW: site.hostAndPort } })
  organization = await app.organization()
})
afterAll(async () => {
  await app.close()
  await site.close()
})

const infoOf = (id: string) => organization.request('GET', `/api/v1/project/${id}/brainstorm_business_info`)
const signalsOf = async (id: string) =>
  (await organization.call(contract.brainstormIntentSignals, { params: { id } })).intent_signals

describe('the proposed business info', () => {
  test('comes from the website, and nothing is saved', async () => {
    const project = await organization.project({ website: site.homeUrl })
    const info = await organization.call(contract.brainstormBusinessInfo, { params: { id: project.id } })

    expect(info).toMatchObject({
      business_name: 'Larkbill',
      business_description: expect.stringContaining('Invoices, reminders and clean books'),
      purpose: expect.stringMatching(/^Find freelancers .*\.$/),
    })
    expect(await organization.call(contract.getProject, { params: { id: project.id } })).toEqual(project)
  })

  test('needs a website', async () => {
    const project = await organization.project({ name: 'Nameless' })

    expect((await infoOf(project.id)).problem()).toMatchObject({ status: 422, code: 'website_missing' })
  })

  test.each([
    { path: '/missing', status: 502, code: 'website_not_found' },
    { path: '/gigabyte', status: 502, code: 'website_too_large' },
    { path: '/inward', status: 422, code: 'website_invalid' },
    { path: '/pdf', status: 502, code: 'website_not_html' },
    { path: '/empty', status: 502, code: 'website_empty' },
  ])('of a website that is no help ($path) is an error in a sentence', async ({ path, status, code }) => {
    const project = await organization.project({ website: `${site.url}${path}` })

    expect((await infoOf(project.id)).problem()).toMatchObject({
      status,
      code,
      detail: expect.stringMatching(/You can fill in the next step by hand\.$/),
    })
  })

  test('of a private address is refused however it was stored, and nothing is fetched from there', async () => {
    const asked = site.questions.length
    const project = await organization.project()
    const kept = { website: 'http://127.0.0.1:1', updatedAt: app.clock.now() }
    await app.db.transaction(organizationScope(organization.organizationId), (tx) =>
      setProject(tx, organization.organizationId, project.id, kept),
    )

    expect((await infoOf(project.id)).problem()).toMatchObject({ status: 422, code: 'website_invalid' })
    expect(site.questions).toHaveLength(asked)
  })
})

describe('the proposed signals', () => {
  test('come from the profile if it says enough, without reading the website', async () => {
    const project = await organization.project({ website: site.homeUrl })
    const body = { business_name: 'Tide', business_description: 'Tide is a CRM for estate agents.' }
    await organization.call(contract.updateProject, { params: { id: project.id }, body })
    const asked = site.questions.length
    const signals = await signalsOf(project.id)

    expect(signals[0]).toEqual({
      intent_signal: 'Estate agents asking which CRM to use',
      why: expect.stringMatching(/^Whoever asks for a recommendation is about to choose\./),
    })
    expect(signals.length).toBeGreaterThanOrEqual(3)
    expect(site.questions).toHaveLength(asked)
  })

  test('come from the website if the profile is empty', async () => {
    const project = await organization.project({ website: site.homeUrl })
    const signals = (await signalsOf(project.id)).map((signal) => signal.intent_signal)

    expect(signals).toContain('Freelancers and small agencies asking which invoicing and bookkeeping software to use')
  })

  test('do without a website that cannot be read, and the log says so', async () => {
    const project = await organization.project({ website: `${site.url}/missing` })
    await organization.call(contract.updateProject, {
      params: { id: project.id },
      body: { business_description: 'Oakway helps small manufacturers find suppliers in Europe.' },
    })

    expect((await signalsOf(project.id))[0]?.intent_signal).toBe(
      'Small manufacturers asking how to find suppliers in Europe',
    )
    expect(app.log.lines.at(-2)).toMatchObject({
      message: 'signals are proposed without the website',
      fields: { projectId: project.id, code: 'website_not_found' },
    })
  })

  test('leave out those that the project has', async () => {
    const project = await organization.project({ website: site.homeUrl })
    const [first] = await signalsOf(project.id)
    await organization.call(createIntentSignal, {
      params: { projectId: project.id },
      body: { intent_signal: first?.intent_signal ?? '' },
    })

    expect((await signalsOf(project.id)).map((signal) => signal.intent_signal)).not.toContain(first?.intent_signal)
  })

  test('are none for a business that says nothing', async () => {
    const project = await organization.project({ name: 'Silent' })

    expect(await signalsOf(project.id)).toEqual([])
  })
})

describe('a refined signal', () => {
  test('names who, act and topic from the profile, and works the remark in', async () => {
    const project = await organization.project({ name: 'Tide' })
    await organization.call(contract.updateProject, {
      params: { id: project.id },
      body: { business_description: 'Tide is a CRM for estate agents.' },
    })
    const refined = await organization.call(contract.refineIntentSignal, {
      params: { id: project.id },
      body: { intent_signal: 'looking for a tool', feedback: 'not in the US' },
    })

    expect(refined.intent_signal).toBe('Estate agents looking for a CRM, not in the US')
    expect(refined.why).toContain('It did not say who is writing or about what.')
  })

  test.each([
    { body: {}, path: 'body.intent_signal' },
    { body: { intent_signal: 'ab' }, path: 'body.intent_signal' },
    { body: { intent_signal: 'a'.repeat(501) }, path: 'body.intent_signal' },
    { body: { intent_signal: 'people asking', feedback: 'a'.repeat(501) }, path: 'body.feedback' },
  ])('refuses $body', async ({ body, path }) => {
    const project = await organization.project({ name: 'Tide' })
    const reply = await organization.request('POST', `/api/v1/project/${project.id}/refine_intent_signal`, { body })

    expect(reply.problem()).toMatchObject({ status: 422, errors: [{ path }] })
  })
})
