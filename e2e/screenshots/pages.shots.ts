import type { Page } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import type { Member } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { pane } from '../support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'
import type { Picture } from './take.ts'

const SIGNALS = [
  { text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use', days: 90 },
  { text: 'Businesses unhappy with their accounting software and looking for an alternative', days: 90 },
  { text: 'Freelancers who struggle to get their invoices paid on time', days: 90 },
]
const OPEN_BESIDE_LIST = 'What do you use to invoice clients in more than one currency?'
const OPEN_ALONE = 'Thinking of leaving our big accounting suite, it is overkill for a team of six'
const STARRED = [OPEN_BESIDE_LIST, 'Ask HN: How do you handle invoicing as a solo consultant?']

test('pictures of sign-in, wizard, posts and a lead', async ({ browser, installation, visitor }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  for (const signal of SIGNALS) await searchFor(member, projectId, signal)
  await waitForSearches(member, projectId)
  const leads = await listLeads(member, projectId)
  const posts = `/projects/${projectId}/posts`
  const address = (title: string) => `${posts}/${idOf(leads, title)}`
  for (const title of STARRED)
    await ask(member, `POST /api/v1/leads/${projectId}/lead/${idOf(leads, title)}/star`, { starred: true })

  const page = await openAs(browser, member)
  const mark = (at: Page) => at.locator('mark').first()
  const pictures: Picture[] = [
    {
      name: 'sign-in',
      page: visitor,
      path: () => '/sign-in',
      ready: (at) => at.getByRole('button', { name: 'Sign in' }),
    },
    { name: 'wizard', page, path: () => `/projects/new/${projectId}/step-4`, ready: mark },
    {
      name: 'business',
      page,
      path: () => `/projects/new/${projectId}/step-2`,
      ready: (at) => at.getByLabel('Business description'),
      isSingle: true,
    },
    {
      name: 'search',
      page,
      path: () => posts,
      ready: mark,
      prepare: (at) => at.getByRole('button', { name: 'Show the channels' }).click(),
      isSingle: true,
    },
    { name: 'billing', page, path: () => '/org/billing', ready: (at) => at.getByRole('main'), isSingle: true },
    { name: 'posts', page, path: (isWide) => (isWide ? address(OPEN_BESIDE_LIST) : posts), ready: mark },
    { name: 'lead', page, path: () => address(OPEN_ALONE), ready: (at) => pane(at).locator('mark').first() },
  ]
  for (const picture of pictures) await take(picture)
  await page.context().close()
})

interface Row {
  id: string
  title: string | null
}

async function listLeads(member: Member, projectId: string): Promise<Row[]> {
  return (await ask<{ items: Row[] }>(member, `GET /api/v1/leads/${projectId}?limit=50`)).items
}

function idOf(leads: readonly Row[], title: string): string {
  const lead = leads.find((one) => one.title === title)
  if (!lead) throw new Error(`No lead is called "${title}"; there are: ${leads.map((one) => one.title).join(' | ')}`)
  return lead.id
}
