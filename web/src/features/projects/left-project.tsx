import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { listAuditLog as listAuditLogEndpoint } from '@leadlight/contract/team'
import useSWR from 'swr'
import { listAuditLog } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { keys } from '../../lib/keys.ts'
import { missedProjectIn } from '../../lib/missed-project.ts'
import { useLocation } from '../../lib/router/use-router.ts'
import { Notice } from '../../ui/notice.tsx'

type AuditLog = ReplyOf<typeof listAuditLogEndpoint>

const POLL_MS = 15_000

/** What became of the project that the user asked for, if it was handed over; the audit log tells admins alone. */
export function LeftProject() {
  const projectId = missedProjectIn(useLocation().state)
  const canRead = useCan('audit.read')
  const find = (log: AuditLog | undefined) => log?.items.find(({ target }) => target['project_id'] === projectId)
  const { data } = useSWR<AuditLog, unknown>(
    projectId !== undefined && canRead ? keys.leftProjects : null,
    () => call(listAuditLog, { query: { action: 'project.left', limit: '50' } }),
    // It is written shortly after the project has left.
    { refreshInterval: (latest) => (find(latest) ? 0 : POLL_MS) },
  )
  const left = find(data)
  if (!left) return null
  return (
    <output className="block">
      <Notice>{left.summary}</Notice>
    </output>
  )
}
