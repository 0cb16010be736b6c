import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Lead, LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { test as base } from '@playwright/test'
import { NODE_FLAGS } from '@leadlight/server/testing/node-flags'
import { startInstallation } from './installation.ts'
import { ask } from './member.ts'
import type { Member } from './member.ts'
import type { ProjectName } from './workspace-leads.ts'

const SEED = resolve(import.meta.dirname, 'seed-workspace.ts')

export interface Person extends Member {
  userId: string
  name: string
}

export interface SeededProject {
  id: string
  signalIds: string[]
}

/** What the seed prints. */
export interface Seeded {
  secretKey: string
  people: Person[]
  projects: Record<ProjectName, SeededProject>
}

export interface Workspace {
  rosa: Person
  /** Of the same team, a member. */
  tomas: Person
  projects: Record<ProjectName, SeededProject>
}

/** Tests that share one installation with a team, its projects and their leads. */
export const test = base.extend<object, { workspace: Workspace }>({
  workspace: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed out of the first argument.
    async ({}, use) => {
      let seeded: Seeded | undefined
      const installation = await startInstallation([], async (dataDir) => {
        const args = [...NODE_FLAGS, SEED, dataDir]
        seeded = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Seeded
        return { SECRET_KEY: seeded.secretKey }
      })
      const usualUrl = process.env['LEADLIGHT_URL']
      process.env['LEADLIGHT_URL'] = installation.url
      const [rosa, tomas] = seeded?.people ?? []
      if (!seeded || !rosa || !tomas) throw new Error('Nothing was seeded')
      await use({ rosa, tomas, projects: seeded.projects })
      if (usualUrl !== undefined) process.env['LEADLIGHT_URL'] = usualUrl
      await installation.stop()
    },
    { scope: 'worker' },
  ],
})

/** The calls of one project as one person makes them. */
export function createProjectCalls(person: Member, projectId: string) {
  const base = `/api/v1/leads/${projectId}`
  const ofStatuses = `/api/v1/lead-status-configs/project/${projectId}`
  const call = <Reply>(method: string, path: string, body?: unknown) =>
    ask<Reply>(person.token, `${method} ${base}${path}`, body)
  return {
    call,
    /** Up to 200 leads, as the list call answers them. */
    leads: (query = '') => call<{ items: LeadRow[] }>('GET', `?limit=200&${query}`).then(({ items }) => items),
    lead: (id: string) => call<Lead>('GET', `/lead/${id}`),
    statuses: () => ask<Status[]>(person.token, `GET ${ofStatuses}`),
    setStatus: (lead_ids: readonly string[], status_config_id: string | null) =>
      call('POST', '/update_status', { lead_ids, status_config_id }),
    mark: (word: 'read' | 'unread' | 'deleted' | 'undeleted', lead_ids: readonly string[]) =>
      call('POST', `/mark_leads_as_${word}`, { lead_ids }),
    star: (id: string) => call('POST', `/lead/${id}/star`, { starred: true }),
  }
}

export type ProjectCalls = ReturnType<typeof createProjectCalls>
