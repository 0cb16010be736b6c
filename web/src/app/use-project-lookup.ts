import { useEffect, useState } from 'react'
import { useProjects } from '../lib/projects.ts'

/**
 * Whether the project is one of the organization's; null counts as known. The cached list may be older than the
 * project, so `unknown` is only returned after a refetch.
 */
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
