import { useEffect, useState } from 'react'
import { useProjects } from '../lib/projects.ts'

/** Whether a project is one of the organization's. No id is nothing to doubt. The list in hand may be older than the project, so an id is called unknown only after asking for the list anew. */
export function useProjectLookup(projectId: string | null): 'known' | 'checking' | 'unknown' {
  const { data: projects, mutate } = useProjects()
  const [checkedId, setCheckedId] = useState<string | null>(null)
  const isKnown = projectId === null || (projects?.some((project) => project.id === projectId) ?? false)
  useEffect(() => {
    if (!isKnown) void mutate().finally(() => setCheckedId(projectId))
  }, [isKnown, projectId, mutate])
  if (isKnown) return 'known'
  return checkedId === projectId ? 'unknown' : 'checking'
}
