import { useEffect } from 'react'
import { InnerRoute } from '../lib/router/inner-route.tsx'
import { useParams } from '../lib/router/use-router.ts'
import { SourceEventToasts } from '../features/sources/source-event-toasts.tsx'
import { STORED, writeStored } from '../lib/storage.ts'
import { LoadingOverlay } from './loading-overlay.tsx'
import { InvalidProject } from './invalid-project.tsx'
import { ManageDialogs } from './manage-dialogs.tsx'
import { PostsBanner } from './posts-banner.tsx'
import { useLiveProject } from './use-live-project.ts'
import { useProjectLookup } from './use-project-lookup.ts'

/**
 * Layout of a project's routes: checks that the project is one of the organization's, and stores it as the last used.
 */
export function ProjectLayout() {
  const { projectId = '' } = useParams()
  const lookup = useProjectLookup(projectId)
  useEffect(() => {
    if (lookup === 'known') writeStored(STORED.lastProjectId, projectId)
  }, [lookup, projectId])

  if (lookup === 'checking') return <LoadingOverlay label="Loading the project" />
  if (lookup === 'unknown') return <InvalidProject />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <LiveProject key={`live-${projectId}`} projectId={projectId} />
      <PostsBanner key={`banner-${projectId}`} projectId={projectId} />
      <InnerRoute key={projectId} />
      <SourceEventToasts key={`news-${projectId}`} projectId={projectId} />
      <ManageDialogs key={`manage-${projectId}`} projectId={projectId} />
    </div>
  )
}

function LiveProject({ projectId }: { projectId: string }) {
  useLiveProject(projectId)
  return null
}
