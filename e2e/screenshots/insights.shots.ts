import { test } from '@playwright/test'
import { startWithFigures } from '../support/installation-with-figures.ts'
import { openAs } from '../support/member.ts'
import { take } from './take.ts'

test('pictures of the figures of a project', async ({ browser }) => {
  const installation = await startWithFigures()
  try {
    const page = await openAs(browser, installation.rosa)
    await take({
      name: 'insights',
      page,
      path: () => `/projects/${installation.projectId}/insights`,
      ready: (at) => at.getByRole('list', { name: 'When each source was heard' }),
    })
    await page.context().close()
  } finally {
    await installation.stop()
  }
})
