import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import type { SWRResponse } from 'swr'
import { isGone, messageOf } from '../../lib/request-error.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import type { ProspectRow } from './prospect-kind.ts'
import { shownOf } from './prospect-shown.ts'
import type { Prospects } from './use-prospects.ts'

interface ProspectPageProps<Row extends ProspectRow, Whole extends Row> {
  one: SWRResponse<Whole, unknown>
  prospects: Prospects<Row>
  children: (data: Whole) => ReactNode
}

/** The page of a person or a company, or the state that replaces it. */
export function ProspectPage<Row extends ProspectRow, Whole extends Row>(props: ProspectPageProps<Row, Whole>) {
  const { one, prospects, children } = props
  const { kind, links } = prospects
  const shown = shownOf(one)
  if (shown) return children(shown)
  if (!one.error) return <PageSkeleton noun={kind.noun.one} />
  if (isGone(one.error)) {
    return (
      <ErrorState heading="h1" title={`This ${kind.noun.one} does not exist`}>
        <p>{kind.whenGone}</p>
        <p className="mt-3">
          <Link to={links.list} className={buttonClass()}>
            Back to the list
          </Link>
        </p>
      </ErrorState>
    )
  }
  return (
    <ErrorState
      heading="h1"
      title={`The ${kind.noun.one} could not be loaded`}
      onRetry={() => void one.mutate()}
      retrying={one.isValidating}
    >
      {messageOf(one.error)}
    </ErrorState>
  )
}

/** The page's skeleton. */
function PageSkeleton({ noun }: { noun: string }) {
  return (
    <SkeletonGroup label={`Loading the ${noun}`} className="grid max-w-190 gap-3 px-4 py-5 @min-[800px]/inbox:px-6">
      <div className="flex items-center gap-3">
        <Skeleton className="size-11 rounded-full" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      </div>
      <Skeleton className="my-2.5 h-28 w-full rounded-card" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-3.5 w-11/12" />
      <Skeleton className="h-3.5 w-4/5" />
    </SkeletonGroup>
  )
}
