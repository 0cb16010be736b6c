import type { View } from '@leadlight/contract/lead-work'
import type { Project } from '@leadlight/contract/projects'
import { useNavigate } from '../../lib/router/use-router.ts'
import useSWR from 'swr'
import { listViews } from 'virtual:calls'
import { signOut } from '../../features/accounts/sign-out.ts'
import { useRunSearch } from '../../features/searches/use-run-search.ts'
import { call } from '../../lib/api.ts'
import type { Command } from '../../lib/commands.ts'
import { useCan, useRole } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { keys } from '../../lib/keys.ts'
import { showOverlay } from '../../lib/overlay.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { useProjects } from '../../lib/projects.ts'
import { useTheme } from '../../lib/theme.ts'
import type { Destination } from '../destinations.ts'
import { destinationsOf, ORGANIZATION_DESTINATIONS, projectDestinations } from '../destinations.ts'

type GoTo = (path: string) => void

/** The commands of every screen: searches, saved views, screens, projects, theme and sign-out. */
export function useAppCommands(project: Project | null): readonly Command[] {
  const navigate = useNavigate()
  const goTo: GoTo = (path) => void navigate(path)
  const searches = useSearchCommands(project)
  const views = useViewCommands(project, goTo)
  const screens = useScreenCommands(project, goTo)
  const projects = useProjectCommands(project, goTo)
  const preferences = usePreferenceCommands(goTo)
  // Last, since a search must not be what Enter runs first.
  return [...views, ...screens, ...projects, ...searches, ...preferences]
}

function useSearchCommands(project: Project | null): Command[] {
  const { data: signals = [] } = useIntentSignals(project?.id)
  const { run } = useRunSearch(project?.id ?? '')
  const canRun = useCan('signal.write')
  if (!project || !canRun) return []
  const one = signals.map((signal) => ({
    id: `search-${signal.id}`,
    group: 'Run search',
    name: signal.intent_signal,
    keywords: 'signal',
    isLast: true as const,
    run: () => void run([signal.id]),
  }))
  if (signals.length < 2) return one
  const all = {
    id: 'search-all',
    group: 'Run search',
    name: 'All signals',
    isLast: true as const,
    run: () => void run(signals.map(({ id }) => id)),
  }
  return [all, ...one]
}

function useViewCommands(project: Project | null, goTo: GoTo): Command[] {
  const { data: views = [] } = useSWR<View[], unknown>(project ? keys.views(project.id) : null, () =>
    call(listViews, { params: { projectId: project?.id ?? '' } }),
  )
  return views.map((view) => ({
    id: `view-${view.id}`,
    group: 'Open view',
    name: view.name,
    keywords: 'saved filters posts',
    run: () => goTo(`/projects/${project?.id}/posts${view.query ? `?${view.query}` : ''}`),
  }))
}

function useScreenCommands(project: Project | null, goTo: GoTo): Command[] {
  const role = useRole()
  const places: Destination[] = [
    ...(project ? [...projectDestinations(project.id), ...projectSubpages(project.id)] : []),
    ...ORGANIZATION_DESTINATIONS,
    { name: 'Audit log', path: '/org/audit-log', keywords: 'organization', access: 'audit.read' },
    { name: 'New project', path: '/projects/new', keywords: 'create add', access: 'project.create' },
  ]
  return destinationsOf(role, places).map(({ name, key, path, keywords }) => ({
    id: `go-${name}`,
    group: 'Go to',
    name,
    ...(keywords ? { keywords } : {}),
    ...(key ? { keys: ['g', key] } : {}),
    run: () => goTo(path),
  }))
}

/** Project pages that the navigation does not show. */
function projectSubpages(projectId: string): Destination[] {
  const settings = `/projects/${projectId}/settings`
  return [
    { name: 'Business settings', path: `${settings}/business`, keywords: 'business name description purpose profile' },
    { name: 'Writing settings', path: `${settings}/writing`, keywords: 'tone language rules samples signature drafts' },
    {
      name: 'Notification settings',
      path: `${settings}/notifications`,
      keywords: 'slack mail e-mail digest quiet hours time zone webhooks channels',
    },
    { name: 'Danger Zone', path: `${settings}/danger-zone`, keywords: 'delete project' },
    {
      name: 'Passed-over posts',
      path: passedOverPath(projectId),
      keywords: 'missed rejected not kept why judged search',
    },
    { name: 'Statuses', path: `/projects/${projectId}/posts?manage=statuses`, keywords: 'manage edit' },
    { name: 'Smart columns', path: `/projects/${projectId}/posts?manage=columns`, keywords: 'manage edit' },
    {
      name: 'New signal',
      path: `/projects/${projectId}/signals/new`,
      keywords: 'intent add write',
      access: 'signal.write',
    },
  ]
}

function useProjectCommands(current: Project | null, goTo: GoTo): Command[] {
  const { data: projects = [] } = useProjects()
  return projects
    .filter(({ id }) => id !== current?.id)
    .map(({ id, name }) => ({
      id: `project-${id}`,
      group: 'Switch project',
      name,
      run: () => goTo(`/projects/${id}/posts`),
    }))
}

function usePreferenceCommands(goTo: GoTo): Command[] {
  const { choice, choose } = useTheme()
  const group = 'Preferences'
  const themes = (
    [
      ['light', 'Light theme'],
      ['dark', 'Dark theme'],
      ['system', 'Theme as the system'],
    ] as const
  )
    .filter(([theme]) => theme !== choice)
    .map(([theme, name]) => ({ id: `theme-${theme}`, group, name, run: () => choose(theme) }))
  return [
    ...themes,
    {
      id: 'shortcuts',
      group,
      name: 'Keyboard shortcuts',
      keywords: 'help keys',
      keys: ['?'],
      run: () => showOverlay('shortcuts'),
    },
    {
      id: 'sign-out',
      group,
      name: 'Sign out',
      keywords: 'leave log out',
      run: () => void signOut().then(() => goTo('/sign-in')),
    },
  ]
}
