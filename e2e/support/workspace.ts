import type { Lead, LeadRow } from '@leadlight/contract/leads'
import type { Status } from '@leadlight/contract/statuses'
import { ask } from './member.ts'
import type { Member } from './member.ts'
import type { ProjectName } from './workspace-leads.ts'

export interface Person extends Member {
  userId: string
  name: string
}

export interface SeededProject {
  id: string
  signalIds: string[]
}

/** The output of the seed script. */
export interface Seeded {
  secretKey: string
  people: Omit<Person, 'url'>[]
  projects: Record<ProjectName, SeededProject>
}

/** Each test file has projects of its own. */
export interface Workspace {
  rosa: Person
  /** A member of the same team. */
  tomas: Person
  projects: Record<ProjectName, SeededProject>
}

/** One person's API calls in one project. */
export function createProjectCalls(person: Member, projectId: string) {
  const base = `/api/v1/leads/${projectId}`
  const ofStatuses = `/api/v1/lead-status-configs/project/${projectId}`
  const call = <Reply>(method: string, path: string, body?: unknown) =>
    ask<Reply>(person, `${method} ${base}${path}`, body)
  return {
    call,
    /** Up to 200 leads from the list call. */
    leads: (query = '') => call<{ items: LeadRow[] }>('GET', `?limit=200&${query}`).then(({ items }) => items),
    lead: (id: string) => call<Lead>('GET', `/lead/${id}`),
    statuses: () => ask<Status[]>(person, `GET ${ofStatuses}`),
    setStatus: (lead_ids: readonly string[], status_config_id: string | null) =>
      call('POST', '/update_status', { lead_ids, status_config_id }),
    mark: (word: 'read' | 'unread' | 'deleted' | 'undeleted', lead_ids: readonly string[]) =>
      call('POST', `/mark_leads_as_${word}`, { lead_ids }),
    star: (id: string) => call('POST', `/lead/${id}/star`, { starred: true }),
  }
}

export type ProjectCalls = ReturnType<typeof createProjectCalls>
