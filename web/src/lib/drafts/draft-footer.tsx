import type { Draft } from '@leadlight/contract/drafts'
import { countGaps } from '@leadlight/domain/draft-gaps'
import { A_PERSON, DRAFT_MAX } from '@leadlight/domain/drafts'
import { ExternalLink, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatCount, formatNumber } from '../format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { MakeNotice } from './add-notice.tsx'
import { AddNotice } from './add-notice.tsx'
import type { DraftSession, DraftState } from './draft-session.ts'

const ANNOUNCE_EVERY_MS = 5000
const NEAR_MAX = 1000

const SAVED_WORDS = { saved: 'Saved', unsaved: 'Not saved yet', saving: 'Saving', failed: 'Not saved' }

/** Whether the server has this text. */
export function SavedState({ state: { saving, text, kept, isWriting } }: { state: DraftState }) {
  const isNew = saving === 'saved' && text === '' && kept === null
  const isFailed = saving === 'failed' && !isWriting
  return (
    <p className={`text-s ${isFailed ? 'text-bad' : 'text-ink-3'}`}>
      {isWriting ? 'Writing' : isNew ? '' : SAVED_WORDS[saving]}
    </p>
  )
}

/** Where the text is to be posted, and the label of the link there. */
export interface DraftDestination {
  to: string
  words: string
}

interface DraftFooterProps {
  title: string
  destination: DraftDestination | null
  session: DraftSession
  state: DraftState
  /** For a message that may carry the link to what is held of its receiver. */
  makeNotice: MakeNotice | undefined
}

/** Who wrote the text, its length, and the actions: copy, open the destination, restore the former text. */
export function DraftFooter({ title, destination, session, state, makeNotice }: DraftFooterProps) {
  const { text, isWriting, former } = state
  const [copied, setCopied] = useState<string | null>(null)
  // Talking points are not meant to be pasted.
  const isPasteable = text.trim() !== '' && !isWriting && !arePoints(state)
  return (
    <div className="grid gap-2">
      <p className="num min-h-[1lh] text-s text-ink-3">{describe(state)}</p>
      <div className="flex min-h-6.5 flex-wrap items-center gap-1.5">
        {isPasteable && (
          <CopyButton size="s" text={text} what={`the ${title.toLowerCase()}`} onCopied={() => setCopied(text)} />
        )}
        {destination && (
          <a
            href={destination.to}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonClass('default', 's')}
          >
            <ExternalLink aria-hidden="true" />
            {destination.words}
          </a>
        )}
        {isPasteable && makeNotice && !text.includes('/notice?t=') && (
          <AddNotice session={session} makeNotice={makeNotice} />
        )}
        {former !== null && !isWriting && (
          <Button size="s" variant="quiet" onClick={session.bringFormerBack}>
            <Undo2 aria-hidden="true" />
            Former text
          </Button>
        )}
      </div>
      {/* In place: a toast might lie over the link to where the text is pasted next. */}
      <output className="text-s text-ink-2 empty:-mt-2">{isPasteable && copied === text && sayGaps(text)}</output>
    </div>
  )
}

/** What is still to fill in of a copied text, which whoever pastes it may not read again; nothing without gaps. */
function sayGaps(text: string): string {
  const gaps = countGaps(text)
  if (gaps === 0) return ''
  return `${formatCount(gaps, 'gap')} in brackets ${gaps === 1 ? 'is' : 'are'} still to fill in.`
}

/** Whether the text is unedited talking points. */
function arePoints({ kept, text }: DraftState): boolean {
  return kept !== null && kept.is_talking_points && kept.draft === text
}

function describe(state: DraftState): string {
  const { kept, text, coming } = state
  const length = (coming ?? text).length
  if (length === 0) return ''
  const count = formatCount(length, 'character')
  const room = length > DRAFT_MAX - NEAR_MAX ? ` of ${formatNumber(DRAFT_MAX)}` : ''
  const by = kept && coming === null ? writerOf(text, kept) : ''
  const spent = state.creditsSpent ? ` · ${formatCount(state.creditsSpent, 'credit')} spent` : ''
  return `${by}${count}${room}${spent}`
}

/** A model's text is no longer its own once it is edited, nor yet by hand until it is saved as that. */
function writerOf(text: string, kept: Draft): string {
  if (kept.written_by === A_PERSON) return 'Written by hand · '
  if (text !== kept.draft) return ''
  return `${kept.is_talking_points ? 'Talking points' : 'Written'} by ${kept.written_by} · `
}

/** Announces the writing's progress to screen readers, at intervals instead of with every word. */
export function DraftAnnouncer({ state, title }: { state: DraftState; title: string }) {
  const { isWriting, creditsSpent } = state
  const latest = useRef(state)
  const [progress, setProgress] = useState('')
  useEffect(() => {
    latest.current = state
  })
  useEffect(() => {
    if (!isWriting) return undefined
    const timer = setInterval(
      () => setProgress(formatCount(countWords(latest.current.coming), 'word')),
      ANNOUNCE_EVERY_MS,
    )
    return () => {
      clearInterval(timer)
      setProgress('')
    }
  }, [isWriting])
  const name = `The ${title.toLowerCase()}`
  const ending = creditsSpent === null ? '' : `${name} is written`
  return <output className="sr-only">{isWriting ? progress || `${name} is being written` : ending}</output>
}

function countWords(text: string | null): number {
  return text?.split(/\s+/u).filter(Boolean).length ?? 0
}
