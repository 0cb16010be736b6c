import type { Project } from '@leadlight/contract/projects'
import {
  Building2,
  ChartColumn,
  CreditCard,
  Inbox,
  LayoutGrid,
  MessageSquare,
  PanelLeftClose,
  PanelLeftOpen,
  Radar,
  Radio,
  Settings,
  UserRoundPlus,
  Users,
} from 'lucide-react'
import { useHasCosts } from '../../lib/costs.ts'
import { useCan } from '../../lib/current-user.ts'
import { useUnreadCount } from '../../lib/unread-count.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Brand } from '../brand.tsx'
import { CreditBalance } from './credit-balance.tsx'
import { NavItem } from './nav-item.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserMenu } from './user-menu.tsx'

export interface SidebarProps {
  projects: readonly Project[]
  project: Project | null
  folded: boolean
  onFold?: () => void
  onFeedback: () => void
}

/** The navigation: the project's pages, the organization's, and at the bottom credits if any, feedback, theme and user. */
export function Sidebar({ projects, project, folded, onFold, onFeedback }: SidebarProps) {
  const hasCosts = useHasCosts()
  return (
    <div className={`flex min-h-full flex-col gap-1 py-3.5 ${folded ? 'items-center px-2' : 'px-2.5'}`}>
      <div className={`flex items-center pb-2 ${folded ? 'flex-col gap-2' : 'min-h-9 justify-between pl-2'}`}>
        <Brand hideName={folded} />
        {onFold && (
          <IconButton
            label={folded ? 'Show the sidebar' : 'Fold the sidebar'}
            size="s"
            onClick={onFold}
            tooltipSide="right"
          >
            {folded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          </IconButton>
        )}
      </div>
      <ProjectSwitcher projects={projects} project={project} folded={folded} />
      {project && <ProjectNav projectId={project.id} folded={folded} />}
      <OrganizationNav folded={folded} />
      <div className={`mt-auto flex flex-col gap-2 pt-4 ${folded ? 'items-center' : ''}`}>
        {hasCosts && <CreditBalance folded={folded} />}
        <div className={`flex items-center gap-0.5 ${folded ? 'flex-col' : ''}`}>
          <UserMenu folded={folded} />
          <IconButton label="Send feedback" size="s" onClick={onFeedback}>
            <MessageSquare aria-hidden="true" />
          </IconButton>
          <ThemeButton />
        </div>
      </div>
    </div>
  )
}

function ProjectNav({ projectId, folded }: { projectId: string; folded: boolean }) {
  const unread = useUnreadCount(projectId)
  const canReadSources = useCan('source.read')
  const base = `/projects/${projectId}`
  return (
    <nav aria-label="Project" className="grid w-full gap-px">
      <NavItem to={`${base}/posts`} icon={Inbox} text="Posts" folded={folded}>
        <Badge count={unread} label="unread" />
      </NavItem>
      <NavItem to={`${base}/prospects/people`} icon={Users} text="People" folded={folded} />
      <NavItem to={`${base}/prospects/companies`} icon={Building2} text="Companies" folded={folded} />
      <NavItem to={`${base}/signals`} icon={Radar} text="Signals" folded={folded} />
      {canReadSources && <NavItem to={`${base}/sources`} icon={Radio} text="Sources" folded={folded} />}
      <NavItem to={`${base}/insights`} icon={ChartColumn} text="Insights" folded={folded} />
      <NavItem to={`${base}/settings`} icon={Settings} text="Settings" folded={folded} />
    </nav>
  )
}

function OrganizationNav({ folded }: { folded: boolean }) {
  return (
    <nav aria-label="Organization" className={`grid w-full gap-px ${folded ? 'mt-2 border-t pt-2' : ''}`}>
      {!folded && <p className="px-2.25 pt-3.5 pb-1 text-xs font-medium text-ink-3">Organization</p>}
      <NavItem to="/org/projects" icon={LayoutGrid} text="Projects" folded={folded} alsoAt="/projects/new" />
      <NavItem to="/org/team" icon={UserRoundPlus} text="Team" folded={folded} />
      <NavItem to="/org/billing" icon={CreditCard} text="Billing" folded={folded} alsoAt="/org/select-plan" />
    </nav>
  )
}
