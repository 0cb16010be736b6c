import { SUBJECT_NAMES, writeAbout } from '@leadlight/testing/theme-posts'
import { ask, createMember, openAs } from '../support/member.ts'
import { createProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

const SIGNAL = 'Freelancers asking which invoicing or bookkeeping software to use'
const HOUR_MS = 3_600_000

test('pictures of what people write about', async ({ browser, installation }) => {
  const member = await createMember(installation)
  const projectId = await createProject(member)
  await ask(member, `POST /api/v1/intent_signals/${projectId}`, { intent_signal: SIGNAL })
  for (const [place, subject] of SUBJECT_NAMES.entries()) {
    const items = writeAbout(subject, 24 - 4 * place).map((text, at) => ({
      url: `https://posts.example/${subject}/${at}`,
      text,
      posted_at: new Date(Date.now() - (at + 1) * (6 + 5 * place) * HOUR_MS).toISOString(),
    }))
    await ask(member, `POST /api/v1/sources/${projectId}/posts`, { items })
  }
  const page = await openAs(browser, member)
  await page.goto(`/projects/${projectId}/insights/themes`)
  await page.getByRole('button', { name: 'Find themes now' }).click()
  await take({
    name: 'themes',
    page,
    path: () => `/projects/${projectId}/insights/themes`,
    ready: (at) => at.getByRole('list', { name: 'Themes' }),
  })
  await page.context().close()
})
