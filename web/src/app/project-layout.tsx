import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useParams } from 'react-router'
import { STORED, writeStored } from '../lib/storage.ts'
import { SpinnerOverlay } from '../ui/spinner.tsx'
import { InvalidProject } from './invalid-project.tsx'
import { ManageDialogs } from './manage-dialogs.tsx'
import { PostsBanner } from './posts-banner.tsx'
import { useLiveProject } from './use-live-project.ts'
import { useProjectLookup } from './use-project-lookup.ts'

const SourceEventToasts = lazy(async () => ({
  default: (await import('../features/sources/source-event-toasts.tsx')).SourceEventToasts,
}))

/**
 * Layout of a project's routes: checks that the project is one of the organization's, and stores it as the last used.
 */
export function ProjectLayout() {
  const { projectId = '' } = useParams()
  const lookup = useProjectLookup(projectId)
  useEffect(() => {
    if (lookup === 'known') writeStored(STORED.lastProjectId, projectId)
  }, [lookup, projectId])

  if (lookup === 'checking') return <SpinnerOverlay label="Loading the project" />
  if (lookup === 'unknown') return <InvalidProject />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <LiveProject key={`live-${projectId}`} projectId={projectId} />
      <PostsBanner key={`banner-${projectId}`} projectId={projectId} />
      <Outlet key={projectId} />
      <Suspense>
        <SourceEventToasts key={`news-${projectId}`} projectId={projectId} />
      </Suspense>
      <ManageDialogs key={`manage-${projectId}`} projectId={projectId} />
    </div>
  )
}

function LiveProject({ projectId }: { projectId: string }) {
  useLiveProject(projectId)
  return null
}
