import type { Project } from '@leadlight/contract/projects'
import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { formatWebsite } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'

const ProjectMenu = lazy(async () => ({ default: (await import('./project-menu.tsx')).ProjectMenu }))

interface ProjectSwitcherProps {
  projects: readonly Project[]
  project: Project | null
  folded: boolean
}

/** The current project, and a menu of the others. */
export function ProjectSwitcher({ projects, project, folded }: ProjectSwitcherProps) {
  const name = project?.name ?? 'No project yet'
  return (
    <OnDemand
      trigger={
        <button
          type="button"
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
        </button>
      }
    >
      {(trigger) => <ProjectMenu projects={projects} project={project} trigger={trigger} />}
    </OnDemand>
  )
}
