import { openAs } from '../support/member.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

test('pictures of a project’s figures', async ({ browser, workspace: { rosa, projects } }) => {
  const page = await openAs(browser, rosa)
  await take({
    name: 'insights',
    page,
    path: () => `/projects/${projects.Figures.id}/insights`,
    ready: (at) => at.getByRole('list', { name: 'When each source was heard' }),
  })
  await page.context().close()
})
