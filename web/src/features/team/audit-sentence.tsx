import type { AuditEntry } from '@leadlight/contract/team'
import { Link } from '../../lib/router/link.tsx'

type Part = AuditEntry['parts'][number]

/** An entry in one sentence. What it names leads to its page, as long as it has one. */
export function AuditSentence({ entry: { parts, target } }: { entry: AuditEntry }) {
  const projectId = target['project_id']
  return (
    <p>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- An entry never changes, so a part's place identifies it.
        <Piece key={at} part={part} path={pathOf(part, projectId)} />
      ))}
    </p>
  )
}

function Piece({ part: { text, kind }, path }: { part: Part; path: string | null }) {
  if (path !== null) {
    return (
      <Link to={path} className="link">
        {text}
      </Link>
    )
  }
  return kind === null ? text : <b className="font-medium">{text}</b>
}

const PATHS: Partial<Record<NonNullable<Part['kind']>, (projectId: string, id: string) => string>> = {
  lead: (projectId, id) => `/projects/${projectId}/posts/${id}`,
  person: (projectId, id) => `/projects/${projectId}/prospects/people/${id}`,
  company: (projectId, id) => `/projects/${projectId}/prospects/companies/${id}`,
  signal: (projectId, id) => `/projects/${projectId}/signals/${id}`,
  webhook: (projectId) => `/projects/${projectId}/settings/notifications`,
  slack_rule: (projectId) => `/projects/${projectId}/settings/notifications`,
  feed: (projectId) => `/projects/${projectId}/sources`,
  community: (projectId) => `/projects/${projectId}/sources`,
}

/** Null for what has no page, or is gone. A project's things are in the entry's project. */
function pathOf({ kind, id }: Part, projectId: string | undefined): string | null {
  if (kind === null || id === null) return null
  if (kind === 'project') return `/projects/${id}/posts`
  if (kind === 'invite') return '/org/team'
  return (projectId !== undefined && PATHS[kind]?.(projectId, id)) || null
}
