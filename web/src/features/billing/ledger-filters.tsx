import { WORK_KINDS, type WorkKind } from '@leadlight/domain/ledger'
import { displayName } from '../../lib/current-user.ts'
import { useMembers } from '../../lib/members.ts'
import { useProjects } from '../../lib/projects.ts'
import { Select } from '../../ui/select.tsx'
import { WORK_WORDS } from './words.ts'

const ANY = 'any'

const SHOWN = [
  { value: 'moved', label: 'Spent and received' },
  { value: 'spent', label: 'Spent' },
  { value: 'received', label: 'Received' },
  { value: 'all', label: 'Everything, holds too' },
] as const
const TIMES = [
  { value: ANY, label: 'Any time' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const
const WORKS = [
  { value: ANY, label: 'Any kind of work' },
  ...WORK_KINDS.map((work) => ({ value: work, label: WORK_WORDS[work] })),
] as const

export interface LedgerFilters {
  shown: (typeof SHOWN)[number]['value']
  time: (typeof TIMES)[number]['value']
  work: WorkKind | typeof ANY
  projectId: string
  accountId: string
}

export const NO_FILTERS: LedgerFilters = { shown: 'moved', time: ANY, work: ANY, projectId: ANY, accountId: ANY }

const DAY_MS = 24 * 60 * 60 * 1000
const KINDS = {
  moved: ['charge', 'refund', 'grant', 'expiry'],
  spent: ['charge', 'refund'],
  received: ['grant', 'expiry'],
  all: undefined,
} as const

/** The filters as a query. The start time is rounded to a day, so equal filters make the same list. */
export function queryOf(filters: LedgerFilters, now: Date) {
  const { shown, time, work, projectId, accountId } = filters
  const kind = KINDS[shown]
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  const since = time === ANY ? undefined : new Date(today - (Number(time) - 1) * DAY_MS).toISOString()
  return {
    ...(kind && { kind: [...kind] }),
    ...(work !== ANY && { work: [work] }),
    ...(projectId !== ANY && { project_id: projectId }),
    ...(accountId !== ANY && { account_id: accountId }),
    ...(since !== undefined && { date_from: since }),
  }
}

/** The filters of the ledger. */
export function LedgerFilterBar({
  filters,
  onChange,
}: {
  filters: LedgerFilters
  onChange: (next: LedgerFilters) => void
}) {
  const { data: projects = [] } = useProjects()
  const { data: members = [] } = useMembers(true)
  const change = (part: Partial<LedgerFilters>) => onChange({ ...filters, ...part })
  return (
    <fieldset
      aria-label="Filters"
      className="m-0 min-w-0 border-0 p-0 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11.5rem),1fr))] gap-2"
    >
      <Select label="What is shown" value={filters.shown} options={SHOWN} onChange={(shown) => change({ shown })} />
      <Select label="When" value={filters.time} options={TIMES} onChange={(time) => change({ time })} />
      <Select label="Kind of work" value={filters.work} options={WORKS} onChange={(work) => change({ work })} />
      <Select
        label="Project"
        value={filters.projectId}
        options={[
          { value: ANY, label: 'Any project' },
          ...projects.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(projectId) => change({ projectId })}
      />
      <Select
        label="Who"
        value={filters.accountId}
        options={[
          { value: ANY, label: 'Anybody' },
          ...members.map((member) => ({ value: member.user_id, label: displayName(member) })),
        ]}
        onChange={(accountId) => change({ accountId })}
      />
    </fieldset>
  )
}
