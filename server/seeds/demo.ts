import { createSmartColumn } from '@leadlight/contract/columns'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, updateProject, type Project } from '@leadlight/contract/projects'
import { createIntentSignal, runSearch, type IntentSignal } from '@leadlight/contract/signals'
import type { Clock } from '../src/platform/clock.ts'
import type { OutboundFetch } from '../src/platform/outbound.ts'
import { startAllDoubles } from '../src/testing/doubles/start-all.ts'
import { ask } from './ask.ts'
import { DEMO_AUTHORS, DEMO_SITES } from './demo-people.ts'
import { seedWork } from './demo-work.ts'
import { verifyAddress } from './verify-address.ts'

const EMAIL = 'demo@leadlight.example'
const PASSWORD = 'a lantern on the harbour wall'

const SIGNALS = [
  'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  'Businesses unhappy with their accounting software and looking for an alternative',
  'Freelancers who struggle to get their invoices paid on time',
]

/** Answered by the built-in model. */
const COLUMN = {
  name: 'Wants to switch',
  prompt: 'Is the author unhappy with their accounting software and looking for an alternative?',
  type: 'boolean',
}

const PROFILE = {
  name: 'Larkbill',
  business_name: 'Larkbill',
  business_description:
    'Larkbill makes invoicing and bookkeeping software for freelancers and small agencies: invoices in two currencies, reminders that go out by themselves, and books that an accountant accepts.',
  purpose: 'Find freelancers and agencies who are choosing invoicing software or want to leave the one they have.',
}

export interface Demo {
  /** What points an installation at the demo's platforms: doubles on this machine, with posts of our own making. */
  environment: Record<string, string>
  /** Leads the installation to websites of the demo's companies, whose names nobody else resolves. */
  led: (fetch: OutboundFetch) => OutboundFetch
  /**
   * Makes the demo organization where there is none and lets it search and work on what was found; answers how to sign in, in a
   * sentence. `outbox` is the folder that mails are written to.
   */
  seed(address: string, outbox: string): Promise<string>
  close(): Promise<void>
}

/** One believable organization, for newcomers. Its leads are found by the real searches, on platforms that are doubles. */
export async function startDemo(clock: Clock): Promise<Demo> {
  const doubles = await startAllDoubles({ authors: DEMO_AUTHORS, sites: DEMO_SITES, clock })
  return {
    environment: doubles.environment,
    led: doubles.led,
    close: () => doubles.close(),
    async seed(address, outbox) {
      if ((await signIn(address)) === undefined) {
        await seedOrganization(address)
        await verifyAddress(address, outbox)
      }
      return `Sign in as ${EMAIL} with the password: ${PASSWORD}`
    },
  }
}

async function seedOrganization(address: string): Promise<void> {
  const register = { method: 'POST', path: '/auth/register', body: { email: EMAIL, password: PASSWORD } }
  await ask(address, register)
  const token = await signIn(address)
  await ask(address, { method: 'PATCH', path: '/users_info/update_name?first_name=Rosa&last_name=Klein', token })
  await ask(address, { ...createOrganization, body: { name: 'Larkbill' }, token })
  const project = await ask<Project>(address, { ...createProject, body: { name: PROFILE.name }, token })
  await ask(address, { ...updateProject, path: updateProject.path.replace('{id}', project.id), body: PROFILE, token })
  const columnPath = createSmartColumn.path.replace('{projectId}', project.id)
  await ask(address, { method: createSmartColumn.method, path: columnPath, body: COLUMN, token })
  for (const intentSignal of SIGNALS) {
    const path = createIntentSignal.path.replace('{projectId}', project.id)
    const body = { intent_signal: intentSignal, search_days: 90 }
    const { id } = await ask<IntentSignal>(address, { ...createIntentSignal, path, body, token })
    const run = runSearch.path.replace('{projectId}', project.id).replace('{id}', id)
    await ask(address, { method: runSearch.method, path: run, token })
  }
  await seedWork({ address, token, projectId: project.id })
}

async function signIn(address: string): Promise<string | undefined> {
  const body = new URLSearchParams({ username: EMAIL, password: PASSWORD })
  const response = await fetch(`${address}/auth/jwt/login`, { method: 'POST', body })
  return response.ok ? ((await response.json()) as { access_token: string }).access_token : undefined
}
