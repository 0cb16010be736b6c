import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ask, createMember, openAs } from '../support/member.ts'
import { verifyAddress } from '../support/outbox.ts'
import { pane } from '../support/posts-screen.ts'
import { createProject, searchFor, waitForSearches } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'
import type { Picture } from './take.ts'

const SIGNAL = {
  text: 'Freelancers and small agencies asking which invoicing or bookkeeping software to use',
  days: 90,
}
const COLUMNS = [
  { name: 'Wants software', prompt: 'Is the author asking which software to use?', type: 'boolean' },
  { name: 'Budget', prompt: 'Which budget do they give?', type: 'text' },
]
const NOTE = 'They bill in two currencies, as the agency in Porto did. I answer this one.'

test('pictures of a team’s work on a lead', async ({ browser, installation }) => {
  const member = await createMember(installation)
  await verifyAddress(installation, member.email)
  const projectId = await createProject(member, 'larkbill.example')
  await searchFor(member, projectId, SIGNAL)
  await waitForSearches(member, projectId)
  const base = `/api/v1/leads/${projectId}`
  for (const column of COLUMNS) await ask(member, `POST ${base}/smart_columns`, column)
  const { items } = await ask<{ items: { id: string }[] }>(member, `GET ${base}?limit=3&sort_by=score`)
  const [lead = '', ...others] = items.map(({ id }) => id)
  const [toAnswer, answered] = await ask<{ id: string }[]>(
    member,
    `GET /api/v1/lead-status-configs/project/${projectId}`,
  )
  await ask(member, `POST ${base}/update_status`, { status_config_id: toAnswer?.id, lead_ids: [lead] })
  await ask(member, `POST ${base}/update_status`, { status_config_id: answered?.id, lead_ids: others })
  await ask(member, `POST ${base}/lead/${lead}/notes`, { text: NOTE })
  await ask(member, `POST ${base}/lead/${lead}/draft_message`, { message_type: 'reply' })
  const progress = () => ask<{ progress: { waiting: number } }[]>(member, `GET ${base}/smart_columns`)
  await expect
    .poll(async () => (await progress()).every((column) => column.progress.waiting === 0), { timeout: 60_000 })
    .toBe(true)

  const page = await openAs(browser, member)
  const posts = `/projects/${projectId}/posts`
  const one = (part: Omit<Picture, 'page' | 'isSingle'>): Picture => ({ ...part, page, isSingle: true })
  const pictures: Picture[] = [
    one({
      name: 'statuses',
      path: () => `${posts}?manage=statuses`,
      ready: (at) => at.getByRole('button', { name: /^Move / }).first(),
    }),
    one({
      name: 'smart-columns',
      path: () => `${posts}?manage=columns`,
      ready: (at) => at.getByRole('button', { name: 'New column' }),
    }),
    one({
      name: 'drafts',
      path: () => `${posts}/${lead}`,
      ready: (at) => pane(at).getByText(/^Talking points by /),
      prepare: (at) => scrollTo(at, 'Drafts'),
    }),
    one({
      name: 'teamwork',
      path: () => `${posts}/${lead}`,
      ready: (at) => pane(at).getByText(NOTE),
      prepare: async (at) => {
        await pane(at).getByRole('button', { name: 'History' }).click()
        await expect(pane(at).getByRole('region', { name: 'History' }).getByRole('listitem').first()).toBeVisible()
        await scrollTo(at, 'Notes')
      },
    }),
    one({
      name: 'keyboard',
      path: () => posts,
      ready: (at) => at.locator('mark').first(),
      prepare: async (at) => {
        await at.locator('body').press('?')
        await expect(at.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      },
    }),
  ]
  for (const picture of pictures) await take(picture)
  await page.context().close()
})

function scrollTo(page: Page, name: string): Promise<void> {
  return pane(page)
    .getByRole('region', { name, exact: true })
    .evaluate((region) => region.scrollIntoView({ block: 'center' }))
}
