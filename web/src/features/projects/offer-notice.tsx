import { FolderInput } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/use-router.ts'
import { useOffersToMe } from '../../lib/offers.ts'
import { buttonClass } from '../../ui/button.tsx'

const LIST = '/org/projects'

/** A line above every page while a project offered to the user waits for an answer; not above the list, which shows it. */
export function OfferNotice() {
  const { pathname } = useLocation()
  const { data: [offer, ...others] = [] } = useOffersToMe()
  if (!offer || pathname === LIST) return null
  return (
    <aside
      aria-label="A project is offered to you"
      className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 border-b bg-accent-soft py-1 pr-2 pl-4 text-s sm:flex sm:pl-8.5"
    >
      <FolderInput aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <output className="min-w-0 flex-1 wrap-anywhere max-sm:py-1">
        {offer.organization_name} offers you the project <strong>{offer.project_name}</strong>
        {others.length > 0 && `, and ${others.length} more ${others.length > 1 ? 'wait' : 'waits'} for your answer`}.
      </output>
      <Link
        to={LIST}
        className={buttonClass('quiet', 's', 'max-sm:col-start-2 max-sm:-ml-2 max-sm:justify-self-start')}
      >
        {others.length > 0 ? 'See the offers' : 'See the offer'}
      </Link>
    </aside>
  )
}
