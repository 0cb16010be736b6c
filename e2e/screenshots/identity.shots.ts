import type { IdentityProposal } from '@leadlight/contract/identity'
import { expect } from '@playwright/test'
import { ask, openAs } from '../support/member.ts'
import { test } from '../support/test.ts'
import { take } from './take.ts'

test('pictures of a proposed and a completed merge', async ({ browser, workspace }) => {
  const { rosa, projects } = workspace
  const projectId = projects.Twins.id
  const { items } = await ask<{ items: IdentityProposal[] }>(
    rosa,
    `GET /api/v1/prospects/people/${projectId}/identity_proposals`,
  )
  const ottoline = items.find(({ person }) => person.name === 'ottoline')
  const path = () => `/projects/${projectId}/prospects/people/${ottoline?.person.id ?? ''}`
  const page = await openAs(browser, rosa)
  const proposal = page.getByRole('region', { name: 'May be the same person' })
  await take({ name: 'same-person', page, path, ready: () => proposal, isSingle: true })
  await take({
    name: 'became-one',
    page,
    path,
    ready: () => proposal,
    prepare: async (at) => {
      await proposal.getByRole('button', { name: 'Same person' }).click()
      await expect(at.getByRole('region', { name: 'Became one with' })).toBeVisible()
    },
    isSingle: true,
  })
  await page.context().close()
})
