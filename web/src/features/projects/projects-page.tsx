import type { ListedProject, Project } from '@leadlight/contract/projects'
import { LayoutGrid, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from '../../lib/router/link.tsx'
import useSWR from 'swr'
import { listProjects } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatDate, formatNumber, formatWebsite } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useProjects } from '../../lib/projects.ts'
import { useUnreadOf } from '../../lib/unread-count.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { LeftProject } from './left-project.tsx'
import { OfferedProjects } from './offered-projects.tsx'

/** The organization's projects as cards, each linking to its posts. */
export function ProjectsPage() {
  const { data: projects = [] } = useProjects()
  const byDay = useLeadsByDay(projects.length > 0)
  const canCreate = useCan('project.create')
  usePageTitle('Projects')
  const create = canCreate && (
    <Link to="/projects/new" className={buttonClass('primary')}>
      <Plus aria-hidden="true" />
      New project
    </Link>
  )
  return (
    <Page
      title="Projects"
      subtitle="One project for each business you find leads for"
      actions={projects.length > 0 && create}
    >
      <LeftProject />
      <OfferedProjects />
      {projects.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-3">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} byDay={byDay?.get(project.id)} />
          ))}
        </ul>
      ) : (
        <EmptyState
          icon={<LayoutGrid aria-hidden="true" />}
          title="No projects yet"
          action={create}
          className="rounded-card border bg-surface"
        >
          {canCreate
            ? 'A project describes a business and what its customers ask for. Give us its website and the first leads are minutes away.'
            : 'Nobody has given you access to a project yet. Ask an admin of your organization.'}
        </EmptyState>
      )}
    </Page>
  )
}

/** Each project's leads per day in local time; loaded separately, so the cards need not wait. */
function useLeadsByDay(isWanted: boolean): Map<string, number[]> | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { data } = useSWR<ListedProject[], unknown>(isWanted ? keys.projectsByDay(timeZone) : null, () =>
    call(listProjects, { query: { time_zone: timeZone } }),
  )
  return useMemo(() => data && new Map(data.map(({ id, leads_by_day: leads = [] }) => [id, leads])), [data])
}

function ProjectCard({ project, byDay }: { project: Project; byDay: readonly number[] | undefined }) {
  const unread = useUnreadOf(project)
  return (
    <li className="relative grid grid-cols-1 content-start gap-3 rounded-card border bg-surface p-4 hover:border-line-strong">
      <div className="flex items-center gap-3">
        <Avatar name={project.name} shape="square" className="size-9 text-l" />
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-semibold">
            <Link
              to={`/projects/${project.id}/posts`}
              className="rounded-control after:absolute after:inset-0 after:rounded-card"
            >
              {project.name}
            </Link>
          </h2>
          <p className="truncate text-s text-ink-3">
            {project.website ? formatWebsite(project.website) : 'No website yet'}
          </p>
        </div>
      </div>
      {project.business_description && (
        <p className="line-clamp-2 wrap-anywhere text-ink-2">{project.business_description}</p>
      )}
      <LastDays byDay={byDay} />
      <div className="flex items-center justify-between text-s text-ink-3">
        <Chip tone={unread > 0 ? 'accent' : 'neutral'}>
          <span className="num">{formatNumber(unread)}</span> unread
        </Chip>
        <span>Since {formatDate(project.created_at)}</span>
      </div>
    </li>
  )
}

function LastDays({ byDay = [] }: { byDay: readonly number[] | undefined }) {
  const leads = byDay.reduce((sum, one) => sum + one, 0)
  const summary = `${formatCount(leads, 'lead')} found in ${byDay.length} days`
  return (
    <div className="flex h-7 items-end gap-3 text-s text-ink-3">
      {byDay.length > 0 && (
        <>
          <Sparkline values={byDay} label={`${summary}, by day`} className="h-full min-w-0 flex-1" />
          <span className="num leading-none">{summary}</span>
        </>
      )}
    </div>
  )
}
