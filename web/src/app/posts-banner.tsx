import { postsBanner } from '@leadlight/domain/projects'
import { Link, useLocation } from 'react-router'
import { useIntentSignals } from '../lib/intent-signals.ts'
import { useProject } from '../lib/projects.ts'
import { Notice } from '../ui/notice.tsx'

/** What keeps the project from finding good leads, one thing at a time. Only above posts, and only once it is known. */
export function PostsBanner({ projectId }: { projectId: string }) {
  const { pathname } = useLocation()
  const { data: project } = useProject(projectId)
  const { data: signals } = useIntentSignals(projectId)
  if (!pathname.includes('posts') || !project || !signals) return null
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
