import { Navigate } from '../../lib/router/navigate.tsx'
import { useProjects } from '../../lib/projects.ts'
import { homePath } from '../home-path.ts'

/** The index: redirects to the posts of the last-used project. */
export function HomePage() {
  const { data: projects = [] } = useProjects()
  return <Navigate to={homePath(projects)} replace />
}
