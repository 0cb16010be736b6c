import { ArrowLeft, ChevronDown, ChevronUp, ExternalLink, Mail, MailOpen, Star, Trash2, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import type { Inbox } from './use-lead-inbox.ts'

/** What can be done with the open lead; it stays in sight while the text scrolls. */
export function LeadPaneActions({ inbox, canDelete }: { inbox: Inbox; canDelete: boolean }) {
  const { links, changes } = inbox
  const { row } = inbox.open
  return (
    <div className="sticky top-0 z-10 flex h-12.5 items-center gap-1 border-b bg-bg/95 px-2.5 backdrop-blur-sm @min-[800px]/inbox:px-5">
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
            onClick={() => inbox.setRead(!row.read, { leads: [row] })}
          >
            {row.read ? <Mail aria-hidden="true" /> : <MailOpen aria-hidden="true" />}
          </IconButton>
          {canDelete && (
            <IconButton
              label={row.deleted ? 'Undelete' : 'Delete'}
              size="s"
              onClick={() => inbox.setDeleted(!row.deleted, { leads: [row] })}
            >
              {row.deleted ? <Undo2 aria-hidden="true" /> : <Trash2 aria-hidden="true" />}
            </IconButton>
          )}
        </>
      )}
      <span className="flex-1" />
      <Steps inbox={inbox} />
      {row && (
        <a href={row.url} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass('default', 's')}>
          <ExternalLink aria-hidden="true" />
          Open thread
        </a>
      )}
    </div>
  )
}

/** Where in the list the lead stands, and the ways to its neighbours. */
function Steps({ inbox }: { inbox: Inbox }) {
  const { position, list } = inbox
  if (!list.loaded) return null
  if (position.index < 0) {
    return inbox.open.row && <span className="mr-1 text-s text-ink-3 @max-[440px]/inbox:sr-only">Not in this list</span>
  }
  const total = `${formatNumber(list.loaded.total)}${list.loaded.isTotalCapped ? '+' : ''}`
  return (
    <div className="mr-1 flex items-center gap-0.5 text-s text-ink-3">
      <span className="num mr-1 hidden @min-[440px]/inbox:inline">
        {formatNumber(position.index + 1)} of {total}
      </span>
      <IconButton
        label="Previous lead"
        size="s"
        disabled={!position.previous}
        onClick={() => position.goTo(position.previous)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label="Next lead" size="s" disabled={!position.next} onClick={() => position.goTo(position.next)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <span aria-hidden="true" className="ml-0.5 hidden gap-1 @min-[1000px]/inbox:flex">
        <Kbd>j</Kbd>
        <Kbd>k</Kbd>
      </span>
    </div>
  )
}
