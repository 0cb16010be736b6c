import { useEffect, useRef, useState } from 'react'
import { Navigate, Outlet, useParams } from 'react-router'
import { useProjects } from '../lib/projects.ts'
import { STORED, writeStored } from '../lib/storage.ts'
import { SpinnerOverlay } from '../ui/spinner.tsx'
import { showToast } from '../ui/toast.tsx'
import { PostsBanner } from './posts-banner.tsx'

/** Routes of one project: the project must be one of the organization's, and is remembered as the last one used. */
export function ProjectLayout() {
  const { projectId = '' } = useParams()
  const standing = useProjectStanding(projectId)
  useEffect(() => {
    if (standing === 'known') writeStored(STORED.lastProjectId, projectId)
  }, [standing, projectId])

  if (standing === 'checking') return <SpinnerOverlay label="Loading the project" />
  if (standing === 'unknown') return <InvalidProject />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PostsBanner projectId={projectId} />
      <Outlet key={projectId} />
    </div>
  )
}

/** The list in hand may be older than the project, so an id is called unknown only after asking for the list anew. */
function useProjectStanding(projectId: string): 'known' | 'checking' | 'unknown' {
  const { data: projects, mutate } = useProjects()
  const [checkedId, setCheckedId] = useState<string | null>(null)
  const isKnown = projects?.some((project) => project.id === projectId) ?? false
  useEffect(() => {
    if (!isKnown) void mutate().finally(() => setCheckedId(projectId))
  }, [isKnown, projectId, mutate])
  if (isKnown) return 'known'
  return checkedId === projectId ? 'unknown' : 'checking'
}

function InvalidProject() {
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    showToast({ kind: 'error', message: 'Invalid project id' })
  }, [])
  return <Navigate to="/org/projects" replace />
}
