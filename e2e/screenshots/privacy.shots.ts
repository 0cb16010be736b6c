import { ask } from '../support/member.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

test('picture of what somebody who was written to sees', async ({ workspace, visitor }) => {
  const { rosa, projects } = workspace
  await ask(rosa, 'PATCH /api/v1/organization/privacy', { contact: 'privacy@larkbill.example' })
  const people = `/api/v1/prospects/people/${projects.Prospects.id}`
  const { items } = await ask<{ items: { id: string }[] }>(rosa, `GET ${people}?limit=1`)
  const { url } = await ask<{ url: string }>(rosa, `POST ${people}/${items[0]?.id ?? ''}/notice`)
  await take({
    name: 'notice',
    page: visitor,
    path: () => `/notice${new URL(url).search}`,
    ready: (at) => at.getByRole('button', { name: 'I object: erase this' }),
    isSingle: true,
  })
})
