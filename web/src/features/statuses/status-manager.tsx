import type { LeadCounts } from '@leadlight/contract/lead-work'
import { useRef } from 'react'
import useSWR from 'swr'
import { countLeads, listPeople } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSortable } from '../../ui/use-sortable.ts'
import { AddStatus } from './add-status.tsx'
import { StatusRow } from './status-row.tsx'
import { idsOf, useStatusChanges, useStatuses } from './use-statuses.ts'
import type { StatusKind } from './use-statuses.ts'

interface StatusManagerProps {
  projectId: string
  /** The set shown first. */
  first: StatusKind
  onClose: () => void
}

/**
 * The project's statuses: add, rename, recolour, reorder and delete. Those of people and companies are a second set, which
 * shows once there are people to give them to.
 */
export function StatusManager({ projectId, first, onClose }: StatusManagerProps) {
  const canWrite = useCan('status.write')
  const hasPeople = useHasPeople(projectId)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Statuses"
      description="Where a lead stands with you. Statuses are filtered and sorted by in this order."
    >
      {!canWrite && <Notice>You can set statuses. Changing what there is takes a member of the organization.</Notice>}
      {hasPeople === undefined ? (
        <LoadingStatuses />
      ) : hasPeople ? (
        <Tabs defaultValue={first}>
          <TabList label="Statuses of" className="-mx-5 px-3.5">
            <Tab value="leads">Leads</Tab>
            <Tab value="prospects">People and companies</Tab>
          </TabList>
          <TabPanel value="leads" className="pt-4">
            <StatusSet projectId={projectId} kind="leads" canWrite={canWrite} />
          </TabPanel>
          <TabPanel value="prospects" className="pt-4">
            <StatusSet projectId={projectId} kind="prospects" canWrite={canWrite} />
          </TabPanel>
        </Tabs>
      ) : (
        <StatusSet projectId={projectId} kind={first} canWrite={canWrite} />
      )}
    </Dialog>
  )
}

/** Whether the project has people; undefined while it loads, false if it cannot be told. */
function useHasPeople(projectId: string): boolean | undefined {
  const one = { limit: '1' }
  const { data, error } = useSWR<{ items: unknown[] }, unknown>(keys.foundPeople(projectId, one), () =>
    call(listPeople, { params: { projectId }, query: one }),
  )
  return data ? data.items.length > 0 : error === undefined ? undefined : false
}

interface StatusSetProps {
  projectId: string
  kind: StatusKind
  canWrite: boolean
}

function StatusSet({ projectId, kind, canWrite }: StatusSetProps) {
  const { data: statuses, error, mutate, isValidating } = useStatuses(projectId, kind)
  const changes = useStatusChanges(projectId, kind)
  if (!statuses && error) {
    return (
      <ErrorState title="The statuses could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!statuses) return <LoadingStatuses />
  const none = (
    <EmptyState title="No statuses" className="rounded-card border border-dashed py-8">
      {canWrite ? 'A status says where a lead stands with you, such as Answered. Add the first below.' : null}
    </EmptyState>
  )
  return (
    <div className="grid gap-4">
      {statuses.length === 0 ? none : <Rows {...{ projectId, kind, canWrite, statuses, changes }} />}
      {canWrite && <AddStatus statuses={statuses} onAdd={(status) => changes.add(status)} />}
    </div>
  )
}

function LoadingStatuses() {
  return (
    <SkeletonGroup label="Loading the statuses" className="grid gap-2">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </SkeletonGroup>
  )
}

interface RowsProps extends StatusSetProps {
  statuses: NonNullable<ReturnType<typeof useStatuses>['data']>
  changes: ReturnType<typeof useStatusChanges>
}

function Rows({ projectId, kind, canWrite, statuses, changes }: RowsProps) {
  const countOf = useCountOf(projectId, kind)
  const list = useRef<HTMLUListElement>(null)
  async function move(id: string, place: number) {
    await changes
      .move(id, place)
      .catch((error: unknown) => showToast({ kind: 'error', message: `The order was not saved. ${messageOf(error)}` }))
  }
  const sortable = useSortable({
    list,
    ids: idsOf(statuses),
    nameOf: (id) => statuses.find((status) => status.id === id)?.name ?? '',
    onMove: (id, place) => void move(id, place),
  })
  if (!canWrite) {
    return (
      <ul className="flex flex-wrap gap-2">
        {statuses.map((status) => (
          <li key={status.id} className="min-w-0">
            <StatusPill color={status.color} name={status.name} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <>
      <ul ref={list} aria-label="Statuses" className="rounded-card border">
        {statuses.map((status) => (
          <StatusRow
            key={status.id}
            status={status}
            sortable={sortable}
            changes={changes}
            count={countOf(status.id)}
            consequence={consequenceOf(kind, countOf(status.id))}
          />
        ))}
      </ul>
      <output className="sr-only">{sortable.announcement}</output>
    </>
  )
}

/** The number of leads with a status, in words; null while it is unknown. People and companies are not counted. */
function useCountOf(projectId: string, kind: StatusKind): (id: string) => string | null {
  const { data } = useSWR<LeadCounts, unknown>(kind === 'leads' ? keys.leadCounts(projectId, {}) : null, () =>
    call(countLeads, { params: { projectId } }),
  )
  return (id) => {
    if (!data) return null
    const count = data.statuses.find((status) => status.id === id)?.count ?? 0
    return count >= data.capped_at ? `${formatNumber(data.capped_at)}+ leads` : formatCount(count, 'lead')
  }
}

function consequenceOf(kind: StatusKind, count: string | null): string {
  if (kind === 'prospects') return 'People and companies that have it are left without a status.'
  if (count === null) return 'Leads that have it are left without a status.'
  if (count === '0 leads') return 'No lead has it.'
  return `${count} ${count === '1 lead' ? 'is' : 'are'} left without a status.`
}
