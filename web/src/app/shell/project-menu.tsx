import type { Project } from '@leadlight/contract/projects'
import { Check, Plus } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useCan } from '../../lib/current-user.ts'
import { useUnreadOf } from '../../lib/unread-count.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'

interface ProjectMenuProps {
  projects: readonly Project[]
  project: Project | null
  trigger: ReactElement
}

/** The projects, and a link to create one. */
export function ProjectMenu({ projects, project, trigger }: ProjectMenuProps) {
  const canCreate = useCan('project.create')
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="start" className="w-64">
        {projects.map((one) => (
          <MenuItem key={one.id} asChild>
            <Link to={`/projects/${one.id}/posts`} aria-current={one.id === project?.id ? 'true' : undefined}>
              <Avatar name={one.name} shape="square" />
              <span className="min-w-0 flex-1 truncate">{one.name}</span>
              <UnreadBadge project={one} />
              {one.id === project?.id && <Check aria-hidden="true" />}
            </Link>
          </MenuItem>
        ))}
        {projects.length > 0 && <MenuSeparator />}
        <MenuItem asChild>
          <Link to="/org/projects">All projects</Link>
        </MenuItem>
        {canCreate && (
          <MenuItem asChild>
            <Link to="/projects/new">
              <Plus aria-hidden="true" />
              New project
            </Link>
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}

function UnreadBadge({ project }: { project: Project }) {
  return <Badge count={useUnreadOf(project)} label="unread" />
}
