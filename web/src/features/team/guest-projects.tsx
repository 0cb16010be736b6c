import { Fragment } from 'react'
import { useProjects } from '../../lib/projects.ts'
import { Link } from '../../lib/router/link.tsx'

/** The projects that a guest sees, or will once they accept, each leading to where it says who sees it. */
export function GuestProjects({ ids, none }: { ids: readonly string[]; none: string }) {
  const { data: projects } = useProjects()
  if (!projects) return null
  const seen = projects.filter(({ id }) => ids.includes(id))
  return (
    <p className="mt-1 text-s wrap-anywhere text-ink-3">
      {seen.length === 0 && none}
      {seen.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Link to={`/projects/${id}/settings/project`} className="link">
            {name}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}
