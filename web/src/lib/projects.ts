import type { BodyOf } from '@leadlight/contract/endpoint'
import type { Project, updateProject as updateProjectEndpoint } from '@leadlight/contract/projects'
import useSWR, { useSWRConfig } from 'swr'
import { getProject, listProjects, updateProject } from 'virtual:calls'
import { call } from './api.ts'
import { useMembersKey } from './current-user.ts'
import { keys } from './keys.ts'
import { logAndRethrow } from './log-and-rethrow.ts'
import { currentQuietPeriod } from './own-changes.ts'
import { readLater } from './read-later.ts'
import { hasStatus } from './request-error.ts'
import { readStored, STORED } from './storage.ts'
import { usePatchCached } from './use-patch-cached.ts'

export type ProjectChanges = BodyOf<typeof updateProjectEndpoint>

/** The organization's projects, oldest first; none if the server has none. */
export function useProjects() {
  const patchCached = usePatchCached()
  return useSWR<Project[], unknown>(useMembersKey(keys.projects), async () => {
    const quiet = currentQuietPeriod()
    const projects = await findProjects()
    // During a change of our own the answer may be older than the counts that show.
    if (quiet === null || quiet !== currentQuietPeriod()) return projects
    for (const { id, unread_count } of projects) patchCached(keys.unreadCount(id), () => ({ unread_count }))
    return projects
  })
}

/** One project. A failed load is logged and shows no message. */
export function useProject(projectId: string | null | undefined) {
  return useSWR<Project, unknown>(projectId ? keys.project(projectId) : null, ([, id]: readonly [string, string]) =>
    logAndRethrow(
      'The project could not be loaded',
      readLater(() => call(getProject, { params: { id } })),
    ),
  )
}

/**
 * Updates parts of a project and merges the answer into the cache. A failure is logged and rethrown; the specification
 * wants no message for it.
 */
export function useUpdateProject(projectId: string) {
  const { mutate } = useSWRConfig()
  return async function save(changes: ProjectChanges): Promise<Project> {
    const saved = await logAndRethrow(
      'The project could not be saved',
      call(updateProject, { params: { id: projectId }, body: changes }),
    )
    await mutate(keys.project(projectId), saved, { revalidate: false })
    await mutate(
      keys.projects,
      (projects: Project[] | undefined) => projects?.map((project) => (project.id === projectId ? saved : project)),
      { revalidate: false },
    )
    return saved
  }
}

/** The last used project if it still exists, else the first; null if there is none. */
export function lastUsedProject(projects: readonly Project[]): Project | null {
  const lastIds = [readStored(STORED.lastProjectId), readStored(STORED.selectedProjectId)]
  for (const id of lastIds) {
    const found = projects.find((project) => project.id === id)
    if (found) return found
  }
  return projects[0] ?? null
}

async function findProjects(): Promise<Project[]> {
  try {
    return await call(listProjects, {})
  } catch (error) {
    if (hasStatus(error, 404)) return []
    throw error
  }
}
