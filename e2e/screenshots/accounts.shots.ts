import type { Page } from '@playwright/test'
import { ask, createMember, openAs, PASSWORD, signIn } from '../support/member.ts'
import { linkMailedTo, verifyAddress } from '../support/outbox.ts'
import { createProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'
import type { Picture } from './take.ts'

const EMAIL = 'rosa.klein@larkbill.example'
const INVITED = 'tom.reyes@larkbill.example'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('pictures of the account and sign-in', async ({ browser, installation, visitor }) => {
  await createMember(installation, { email: EMAIL, userAgent: WINDOWS })
  await signIn(installation.url, EMAIL, { 'user-agent': IPHONE })
  const member = await signIn(installation.url, EMAIL, { 'user-agent': MAC })
  await verifyAddress(installation, EMAIL)
  await createProject(member, 'larkbill.example')
  await ask(member, 'POST /api/v1/organization/invites', { email: INVITED, role: 'MEMBER' })
  const invite = new URL(await linkMailedTo(installation, INVITED, '/invite'))
  const page = await openAs(browser, member)
  const pictures: Picture[] = [
    {
      name: 'forgot-password',
      page: visitor,
      path: () => '/forgot-password',
      ready: (at) => at.getByRole('button', { name: 'Make a link' }),
    },
    {
      name: 'invite',
      page: visitor,
      path: () => invite.pathname + invite.search,
      ready: (at) => at.getByRole('heading', { name: 'Join Larkbill' }),
    },
    { name: 'account', page, path: () => '/account', ready: (at) => at.getByText('Chrome on macOS') },
    {
      name: 'second-factor',
      page,
      path: () => '/account',
      ready: (at) => at.getByRole('button', { name: 'Set up' }),
      prepare: setUpSecondFactor,
    },
  ]
  for (const picture of pictures) await take(picture)
  await page.context().close()
})

async function setUpSecondFactor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Turn on' }).scrollIntoViewIfNeeded()
}
