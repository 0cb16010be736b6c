import type { AuditEntry, listAuditLog as listAuditLogEndpoint } from '@leadlight/contract/team'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import { History } from 'lucide-react'
import { Fragment, useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import { listAuditLog } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { displayName, useCan } from '../../lib/current-user.ts'
import { formatMoment } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { useMembers } from '../../lib/members.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { Table, TableCell, TableHeader, TableRow } from '../../ui/table.tsx'
import { AuditSentence } from './audit-sentence.tsx'

type AuditPage = ReplyOf<typeof listAuditLogEndpoint>

const EVERYBODY = 'everybody'

/** The organization's changes, newest first: each as a sentence with its time and IP address. */
export function AuditLogPage() {
  const canRead = useCan('audit.read')
  usePageTitle('Audit log')
  return (
    <Page title="Audit log" subtitle="Every change in your organization: who, what, when, from where">
      {canRead ? <AuditLog /> : <Notice>The audit log is for admins of the organization.</Notice>}
    </Page>
  )
}

function AuditLog() {
  const { data: members = [] } = useMembers(true)
  const [actorId, setActorId] = useState(EVERYBODY)
  const query = actorId === EVERYBODY ? {} : { actor_id: actorId }
  const log = useSWRInfinite<AuditPage, unknown>(
    (_, before: AuditPage | null) =>
      before && before.next_cursor === null
        ? null
        : keys.auditLog({ ...query, ...(before?.next_cursor ? { cursor: before.next_cursor } : {}) }),
    ([, filters]: readonly [string, object]) => call(listAuditLog, { query: filters }),
    { revalidateFirstPage: false },
  )
  const entries = log.data?.flatMap((page) => page.items)
  const people = [
    { value: EVERYBODY, label: 'Everybody' },
    ...members.map((member) => ({ value: member.user_id, label: displayName(member) })),
  ]
  return (
    <>
      <Select label="Whose changes" value={actorId} options={people} onChange={setActorId} className="max-w-60" />
      {!entries && log.error ? (
        <ErrorState
          title="The audit log could not be loaded"
          onRetry={() => void log.mutate()}
          retrying={log.isValidating}
        >
          {messageOf(log.error)}
        </ErrorState>
      ) : !entries ? (
        <SkeletonGroup label="Loading the audit log">
          <Skeleton className="h-72 w-full" />
        </SkeletonGroup>
      ) : entries.length === 0 ? (
        <EmptyState icon={<History aria-hidden="true" />} title="No changes yet">
          What people change from now on is listed here.
        </EmptyState>
      ) : (
        <AuditTable entries={entries} />
      )}
      {log.data?.at(-1)?.next_cursor && (
        <Button
          className="justify-self-center"
          busy={log.isValidating}
          onClick={() => void log.setSize((size) => size + 1)}
        >
          Show older
        </Button>
      )}
    </>
  )
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table label="Audit log">
      <thead className="max-sm:sr-only">
        <tr>
          <TableHeader className="w-44">When</TableHeader>
          <TableHeader>What</TableHeader>
          <TableHeader className="w-44">From</TableHeader>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <TableRow key={entry.id} className="max-sm:flex max-sm:flex-col max-sm:py-1.5">
            <TableCell className="num align-top whitespace-nowrap text-ink-3 max-sm:py-0.5 max-sm:text-s">
              <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
            </TableCell>
            <TableCell className="align-top wrap-anywhere max-sm:order-first max-sm:py-0.5">
              <AuditSentence entry={entry} />
              {entry.impersonator && <p className="text-s text-ink-3">really {entry.impersonator}</p>}
              <Details entry={entry} />
            </TableCell>
            <TableCell className="align-top text-s whitespace-nowrap text-ink-3 max-sm:py-0.5">
              {entry.client_address ?? 'Not known'}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}

/** What programs read of an entry: the call, its ids and values, and the program it came from. */
function Details({ entry: { action, target, user_agent: program } }: { entry: AuditEntry }) {
  const facts = [['call', action], ...Object.entries(target), ...(program === null ? [] : [['program', program]])]
  return (
    <details className="mt-0.5 text-s text-ink-3">
      <summary className="w-fit cursor-pointer max-sm:py-2">Details</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  )
}
