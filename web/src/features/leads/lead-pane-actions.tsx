import type { LeadRow } from '@leadlight/contract/leads'
import { ArrowLeft, ExternalLink, Mail, MailOpen, Star, Trash2, Undo2 } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { RowSteps } from '../../lib/rows/row-steps.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Inbox } from './use-lead-inbox.ts'

interface LeadPaneActionsProps {
  inbox: Inbox
  /** The open lead, once loaded. */
  row: LeadRow | null
  canDelete: boolean
}

/** The open lead's actions; they stay visible while the text scrolls. */
export function LeadPaneActions({ inbox, row, canDelete }: LeadPaneActionsProps) {
  const { links, changes } = inbox
  return (
    <div className="sticky top-0 z-10 flex h-12.5 items-center gap-1 border-b bg-bg/95 px-2.5 max-sm:gap-0 max-sm:pr-4 max-sm:pl-0.5 max-[339px]:pr-0.5 backdrop-blur-sm @min-[800px]/inbox:px-5">
      <Link
        to={links.list}
        aria-label="Back to the list"
        className={buttonClass('quiet', 's', 'w-8 px-0 @min-[800px]/inbox:hidden')}
      >
        <ArrowLeft aria-hidden="true" />
      </Link>
      {row && (
        <>
          <IconButton
            label={row.starred ? 'Take the star away' : 'Star'}
            size="s"
            aria-pressed={row.starred}
            onClick={() => void changes.setStarred(row, !row.starred)}
          >
            <Star aria-hidden="true" className={row.starred ? 'fill-mark-line stroke-mark-line' : undefined} />
          </IconButton>
          <IconButton
            label={row.read ? 'Mark as unread' : 'Mark as read'}
            size="s"
            onClick={() => inbox.setRead(!row.read, { rows: [row] })}
          >
            {row.read ? <Mail aria-hidden="true" /> : <MailOpen aria-hidden="true" />}
          </IconButton>
          {canDelete && (
            <IconButton
              label={row.deleted ? 'Undelete' : 'Delete'}
              size="s"
              // The second click of a double click would restore it, or hit the next lead.
              onClick={({ detail }) => {
                if (detail < 2) inbox.setDeleted(!row.deleted, { rows: [row] })
              }}
            >
              {row.deleted ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
            </IconButton>
          )}
        </>
      )}
      <span className="flex-1" />
      <RowSteps list={inbox} noun="lead" isKnown={row !== null} />
      {row && (
        <a href={row.url} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass('default', 's')}>
          <ExternalLink aria-hidden="true" />
          <span className="max-sm:sr-only">Open thread</span>
        </a>
      )}
    </div>
  )
}
