import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/use-router.ts'
import { TAB } from '../../ui/tabs.tsx'

/** Leads from one page of insights to the other. */
export function InsightStrip({ projectId }: { projectId: string }) {
  const { pathname } = useLocation()
  const base = `/projects/${projectId}/insights`
  const pages = [
    { name: 'Figures', path: base },
    { name: 'Themes', path: `${base}/themes` },
  ]
  return (
    <nav aria-label="Insights" className="flex border-b">
      {pages.map(({ name, path }) => (
        <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined} className={TAB}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
