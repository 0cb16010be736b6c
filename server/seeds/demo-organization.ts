import { createSmartColumn } from '@leadlight/contract/columns'
import { createOrganization } from '@leadlight/contract/organization'
import { createProject, updateProject, type Project } from '@leadlight/contract/projects'
import { createIntentSignal, runSearch, type IntentSignal } from '@leadlight/contract/signals'
import { ask } from './ask.ts'
import { seedWork } from './demo-work.ts'

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

/** An organization that sells invoicing software, its project and signals, and what was found and done. `token` is its admin's. */
export async function seedOrganization(address: string, token: string): Promise<void> {
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
