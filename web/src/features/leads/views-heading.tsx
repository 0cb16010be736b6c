import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { useParams } from '../../lib/router/use-router.ts'
import { Button } from '../../ui/button.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import type { Inbox } from './use-lead-inbox.ts'
import { useViews } from './use-views.ts'

const ViewsMenu = lazy(async () => ({ default: (await import('./views-menu.tsx')).ViewsMenu }))

/** The list's heading: the active saved view, with a menu of all views. */
export function ViewsHeading({ inbox }: { inbox: Inbox }) {
  // With a lead open beside the list, the page's heading is the lead's.
  const Heading = useParams()['id'] ? 'h2' : 'h1'
  const { viewId } = inbox.filters.filters
  const { data: views } = useViews(inbox.projectId, viewId !== null)
  const view = views?.find((one) => one.id === viewId)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-0.5">
      <Heading className="truncate text-l font-semibold">{view?.name ?? 'Posts'}</Heading>
      <OnDemand
        trigger={
          <Button variant="quiet" size="s" aria-label="Saved views" className="w-6.5 px-0">
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        {(trigger) => <ViewsMenu inbox={inbox} trigger={trigger} />}
      </OnDemand>
    </div>
  )
}
