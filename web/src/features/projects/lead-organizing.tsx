import { ChevronRight, Columns3, Radio, Tags } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { Link } from '../../lib/router/link.tsx'
import type { LinkProps } from '../../lib/router/link.tsx'

/** Links to the sources, for those who may see them, the statuses and the smart columns. */
export function LeadOrganizing({ projectId }: { projectId: string }) {
  const canReadSources = useCan('source.read')
  return (
    <section aria-labelledby="organizing" className="grid gap-4 border-t pt-6">
      <div>
        <h2 id="organizing" className="text-l font-semibold">
          Working on leads
        </h2>
        <p className="mt-1 text-ink-2">
          {canReadSources
            ? 'Where this project’s leads come from, and what they are sorted and filtered by.'
            : 'What this project’s leads are sorted and filtered by.'}
        </p>
      </div>
      <ul className="divide-y rounded-card border bg-surface">
        {canReadSources && (
          <Way icon={<Radio aria-hidden="true" />} name="Sources" to={`/projects/${projectId}/sources`}>
            Where leads come from: the channels that are on, feeds and communities of your own, and how each is doing.
          </Way>
        )}
        <Way icon={<Tags aria-hidden="true" />} name="Statuses" to={{ search: '?manage=statuses' }}>
          Where a lead stands with you, such as Answered. For people and companies too.
        </Way>
        <Way icon={<Columns3 aria-hidden="true" />} name="Smart columns" to={{ search: '?manage=columns' }}>
          Questions of your own that are answered for every lead.
        </Way>
      </ul>
    </section>
  )
}

interface WayProps {
  icon: ReactNode
  name: string
  to: LinkProps['to']
  children: ReactNode
}

function Way({ icon, name, to, children }: WayProps) {
  return (
    <li className="relative flex items-center gap-3 p-4 first:rounded-t-card last:rounded-b-card hover:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">
          <Link to={to} className="rounded-control after:absolute after:inset-0">
            {name}
          </Link>
        </h3>
        <p className="mt-0.5 text-ink-2">{children}</p>
      </div>
      <ChevronRight aria-hidden="true" />
    </li>
  )
}
