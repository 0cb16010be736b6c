import type { Note } from '@leadlight/contract/lead-work'
import type { Lead } from '@leadlight/contract/leads'
import { isAdmin } from '@leadlight/domain/roles'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser, useRole } from '../../lib/current-user.ts'
import { formatAge, formatMoment } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { noteParts } from './mentions.ts'
import { NoteComposer } from './note-composer.tsx'
import { useNotes } from './use-notes.ts'

/** The team's notes on the lead. */
export function LeadNotes({ lead, onLeave }: { lead: Lead; onLeave: () => void }) {
  const notes = useNotes(lead.project_id, lead.id)
  const { data: me } = useCurrentUser()
  const role = useRole()
  const mayDeleteAny = role !== null && isAdmin(role)
  return (
    <section aria-label="Notes" className="grid content-start gap-2.5">
      <h2 className="text-l font-semibold">Notes</h2>
      {notes.data ? (
        notes.data.length > 0 && (
          <ul className="grid gap-3">
            {notes.data.map((note) => {
              const isOwn = note.author?.user_id === me?.id
              return (
                <NoteItem
                  key={note.id}
                  note={note}
                  isOwn={isOwn}
                  {...(isOwn || mayDeleteAny ? { onRemove: () => void notes.remove(note, isOwn) } : {})}
                />
              )
            })}
          </ul>
        )
      ) : notes.error ? (
        <Notice
          tone="bad"
          action={
            <Button size="s" busy={notes.isValidating} onClick={() => void notes.mutate()}>
              Try again
            </Button>
          }
        >
          The notes could not be loaded. {messageOf(notes.error)}
        </Notice>
      ) : (
        <SkeletonGroup label="Loading the notes" className="grid gap-2">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3.5 w-4/5" />
        </SkeletonGroup>
      )}
      <NoteComposer projectId={lead.project_id} leadId={lead.id} onAdd={notes.add} onLeave={onLeave} />
    </section>
  )
}

interface NoteItemProps {
  note: Note
  isOwn: boolean
  onRemove?: () => void
}

/** One's own note is removed at once, with Undo; removing somebody else's needs confirmation. */
function NoteItem({ note, isOwn, onRemove }: NoteItemProps) {
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const author = note.author?.name ?? 'Somebody who left'
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <Avatar name={author} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <div className="flex min-h-6.5 items-center gap-2 text-s text-ink-3">
          <span className="truncate font-medium text-ink-2">{author}</span>
          <time dateTime={note.created_at} title={formatMoment(note.created_at)} className="num flex-1 shrink-0">
            {formatAge(note.created_at, now)}
          </time>
          {onRemove && !isAsking && (
            <IconButton label="Delete the note" size="s" onClick={() => (isOwn ? onRemove() : setAsking(true))}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {noteParts(note.text, note.mentions).map((part) =>
            part.isMention ? (
              <span key={part.start} className="rounded-[4px] bg-accent-soft px-1 font-medium text-accent">
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
        </p>
        {isAsking && onRemove && (
          <div className="flex flex-wrap items-center gap-1.5 pt-1 text-s">
            <span className="text-ink-2">Delete this note for good?</span>
            <Button size="s" variant="danger" onClick={onRemove}>
              Delete
            </Button>
            <Button size="s" variant="quiet" onClick={() => setAsking(false)}>
              Keep
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}
