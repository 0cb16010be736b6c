import { expect } from '@playwright/test'
import { ask } from './member.ts'
import type { Member } from './member.ts'

const PROFILE = {
  name: 'Larkbill',
  business_name: 'Larkbill',
  business_description:
    'Larkbill makes invoicing and bookkeeping software for freelancers and small agencies: invoices in two currencies, reminders that go out by themselves, and books that an accountant accepts.',
  purpose: 'Find people who are looking for what we offer and talk to them.',
}

export interface SearchState {
  state: string
  seen: number
  kept: number
  channels: { platform: string; seen: number }[]
}

/** A project with a business profile and no signals. */
export async function createProject(member: Member, website?: string): Promise<string> {
  const { id } = await ask<{ id: string }>(member, 'POST /api/v1/project', website ? { website } : {})
  await ask(member, `PATCH /api/v1/project/${id}`, PROFILE)
  return id
}

/** Adds a signal to the project and starts its search. */
export async function searchFor(member: Member, projectId: string, signal: { text: string; days: number }) {
  const base = `/api/v1/intent_signals/${projectId}`
  const body = { intent_signal: signal.text, search_days: signal.days }
  const { id } = await ask<{ id: string }>(member, `POST ${base}`, body)
  await ask(member, `POST ${base}/${id}/run_search`)
}

/** Waits until all searches of a project have finished, and returns them. */
export async function waitForSearches(member: Member, projectId: string): Promise<SearchState[]> {
  const read = () => ask<SearchState[]>(member, `GET /api/v1/intent_signals/${projectId}/searches`)
  const states = async () => (await read()).map(({ state }) => state).filter((state) => /queued|running/.test(state))
  await expect.poll(states, { intervals: [500] }).toEqual([])
  return read()
}
