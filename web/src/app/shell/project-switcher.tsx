import type { Project } from '@leadlight/contract/projects'
import { Check, ChevronDown, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useCan } from '../../lib/current-user.ts'
import { formatWebsite } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'

interface ProjectSwitcherProps {
  projects: readonly Project[]
  project: Project | null
  folded: boolean
}

/** Which project one is in, and a menu of the others. */
export function ProjectSwitcher({ projects, project, folded }: ProjectSwitcherProps) {
  const canCreate = useCan('project.create')
  const name = project?.name ?? 'No project yet'
  return (
    <Menu>
      <MenuTrigger
        aria-label={folded ? `Project: ${name}` : undefined}
        className={`mb-2 flex items-center gap-2.25 rounded-card border bg-surface text-left hover:bg-hover ${folded ? 'p-1.5' : 'w-full px-2.25 py-1.75'}`}
      >
        <Avatar name={name} shape="square" />
        {!folded && (
          <>
            <span className="min-w-0 flex-1 leading-tight">
              <span className="sr-only">Project: </span>
              <span className="block truncate font-medium">{name}</span>
              {project?.website && (
                <span className="block truncate text-xs text-ink-3">{formatWebsite(project.website)}</span>
              )}
            </span>
            <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          </>
        )}
      </MenuTrigger>
      <MenuContent align="start" className="w-64">
        {projects.map((one) => (
          <MenuItem key={one.id} asChild>
            <Link to={`/projects/${one.id}/posts`} aria-current={one.id === project?.id ? 'true' : undefined}>
              <Avatar name={one.name} shape="square" />
              <span className="min-w-0 flex-1 truncate">{one.name}</span>
              <Badge count={one.unread_count} label="unread" />
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
