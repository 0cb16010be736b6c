import { postsBanner } from '@leadlight/domain/projects'
import { useState } from 'react'
import { Link } from '../lib/router/link.tsx'
import { useLocation } from '../lib/router/use-router.ts'
import { useIntentSignals } from '../lib/intent-signals.ts'
import { useProject } from '../lib/projects.ts'
import { Notice } from '../ui/notice.tsx'

/**
 * What keeps the project from finding good leads, one problem at a time. It waits until project and signals have been
 * read in this visit, since the persisted answers may be outdated.
 */
export function PostsBanner({ projectId }: { projectId: string }) {
  const { pathname } = useLocation()
  const { data: project, ...readOfProject } = useProject(projectId)
  const { data: signals, ...readOfSignals } = useIntentSignals(projectId)
  const isRead = [useHasSucceeded(readOfProject), useHasSucceeded(readOfSignals)].every(Boolean)
  if (!isRead || !pathname.includes('posts') || !project || !signals) return null
  const banner = postsBanner(project, signals.length)
  if (!banner) return null
  return (
    <Notice
      tone="warning"
      className="shrink-0 rounded-none border-b"
      action={
        <Link to={`/projects/new/${projectId}/${banner.step}`} className="link">
          {banner.link}
        </Link>
      }
    >
      {banner.text}
    </Notice>
  )
}

/** Whether the first read after mounting has succeeded. */
function useHasSucceeded({ error, isValidating }: { error: unknown; isValidating: boolean }): boolean {
  const [hasSucceeded, setHasSucceeded] = useState(false)
  const succeeds = !isValidating && error === undefined
  if (succeeds && !hasSucceeded) setHasSucceeded(true)
  return hasSucceeded || succeeds
}
