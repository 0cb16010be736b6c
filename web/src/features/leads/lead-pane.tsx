import { useDeferredValue } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { isGone, messageOf } from '../../lib/request-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonGroup } from '../../ui/skeleton.tsx'
import { LeadArticle } from './lead-article.tsx'
import { LeadPaneActions } from './lead-pane-actions.tsx'
import { LeadTextSkeleton } from './lead-pane-states.tsx'
import type { OpenLead } from './use-inbox.ts'
import type { Inbox } from './use-lead-inbox.ts'

/** The open lead: its text with evidence, why it matched, who wrote it, and the actions. */
export function LeadPane({ inbox, open, canDelete }: { inbox: Inbox; open: OpenLead; canDelete: boolean }) {
  const { lead, row } = open
  // The text of a new lead renders when no key is waiting; later changes show at once.
  const drawnId = useDeferredValue(lead.data?.id)
  const data = drawnId === open.id && !isGone(lead.error) ? lead.data : undefined
  usePageTitle(row?.title ?? 'Post')
  return (
    <>
      <LeadPaneActions inbox={inbox} row={row} canDelete={canDelete} />
      {row?.deleted && (
        <div className="px-4 pt-4 @min-[800px]/inbox:px-6">
          <Notice
            tone="warning"
            action={
              canDelete && (
                <Button size="s" onClick={() => inbox.setDeleted(false, { rows: [row] })}>
                  Bring it back
                </Button>
              )
            }
          >
            This lead is deleted. It shows in the list only when deleted leads are filtered for.
          </Notice>
        </div>
      )}
      {data ? (
        <LeadArticle key={data.id} inbox={inbox} lead={data} />
      ) : lead.error ? (
        <LeadTrouble lead={lead} listPath={inbox.links.list} />
      ) : (
        <SkeletonGroup label="Loading the lead">
          <LeadTextSkeleton title={row?.title ?? null} />
        </SkeletonGroup>
      )}
    </>
  )
}

/** An invalid URL is treated like a lead that has gone. */
function LeadTrouble({ lead, listPath }: { lead: OpenLead['lead']; listPath: string }) {
  if (isGone(lead.error)) {
    return (
      <ErrorState heading="h1" title="This lead does not exist">
        <p>It may have gone for good, or be part of another project.</p>
        <p className="mt-3">
          <Link to={listPath} className={buttonClass()}>
            Back to the list
          </Link>
        </p>
      </ErrorState>
    )
  }
  return (
    <ErrorState
      heading="h1"
      title="The lead could not be loaded"
      onRetry={() => void lead.mutate()}
      retrying={lead.isValidating}
    >
      {messageOf(lead.error)}
    </ErrorState>
  )
}
