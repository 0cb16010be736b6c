import { DRAFT_MAX } from '@leadlight/domain/drafts'
import { useEffect, useImperativeHandle, useRef } from 'react'
import type { KeyboardEvent, Ref, RefObject } from 'react'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/input.tsx'
import type { MakeNotice } from './add-notice.tsx'
import type { DraftDestination } from './draft-footer.tsx'
import { DraftAnnouncer, DraftFooter, SavedState } from './draft-footer.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { DraftPrompt } from './draft-prompt.tsx'
import type { DraftSession, DraftState } from './draft-session.ts'

/** Within this distance of the end, the text scrolls along as it grows. */
const END_PX = 40

export interface DraftPaneHandle {
  focus: () => void
}

interface DraftPaneProps {
  ref: Ref<DraftPaneHandle>
  session: DraftSession
  state: DraftState
  /** The draft's name in the tab's storage. */
  name: string
  /** The kind of draft: "Reply". */
  title: string
  /** Why there are talking points instead of a text; null for a text. */
  pointsWhy: string | null
  /** Where the text is to be posted. */
  destination: DraftDestination | null
  makeNotice?: MakeNotice | undefined
  linkTo: (leadId: string) => string
  onLeave: () => void
}

/** One draft, written by hand or by the model, edited, autosaved and copied. It is never posted. */
export function DraftPane({
  ref,
  session,
  state,
  name,
  title,
  pointsWhy,
  destination,
  makeNotice,
  linkTo,
  onLeave,
}: DraftPaneProps) {
  const text = useRef<HTMLTextAreaElement>(null)
  const prompt = useRef<HTMLTextAreaElement>(null)
  const isPoints = pointsWhy !== null
  useImperativeHandle(ref, () => ({
    focus() {
      const field = state.text === '' ? prompt.current : text.current
      field?.focus({ preventScroll: true })
      field?.closest('section')?.scrollIntoView({ block: 'nearest' })
    },
  }))
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onLeave()
  }
  return (
    <Card
      aria-label={`${title} draft`}
      onKeyDown={onKeyDown}
      className="grid h-full content-start gap-2.5 px-3.25 py-3"
    >
      <div className="flex min-h-5 items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <SavedState state={state} />
      </div>
      {isPoints && <p className="text-s text-ink-2">{pointsWhy}</p>}
      <DraftText ref={text} session={session} state={state} title={title} isPoints={isPoints} />
      <DraftPrompt ref={prompt} name={name} session={session} state={state} title={title} isPoints={isPoints} />
      <DraftFooter title={title} destination={destination} session={session} state={state} makeNotice={makeNotice} />
      <DraftNotices session={session} state={state} linkTo={linkTo} />
      <DraftAnnouncer state={state} title={title} />
    </Card>
  )
}

interface DraftTextProps {
  ref: RefObject<HTMLTextAreaElement | null>
  session: DraftSession
  state: DraftState
  title: string
  isPoints: boolean
}

/** The text. Its height is the same during and after writing, so nothing below it moves. */
function DraftText({ ref, session, state, title, isPoints }: DraftTextProps) {
  const { isWriting, coming } = state
  const isAtEnd = useRef(true)
  const isComing = coming !== null
  useEffect(() => {
    const box = ref.current
    if (box && coming !== null && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [ref, coming])
  // A text is read from its beginning, when it is opened and once it is written. It opens where the caret is.
  useEffect(() => {
    const box = ref.current
    if (!box || isComing) return
    isAtEnd.current = true
    box.setSelectionRange(0, 0)
    box.scrollTop = 0
  }, [ref, isComing])
  return (
    <textarea
      dir="auto"
      ref={ref}
      aria-label={title}
      value={coming ?? state.text}
      readOnly={isWriting}
      aria-busy={isWriting}
      maxLength={DRAFT_MAX}
      placeholder={
        isPoints
          ? 'Ask for talking points below, or write your own answer here.'
          : `Have a ${title.toLowerCase()} drafted below, or write your own here.`
      }
      onChange={(event) => session.type(event.target.value)}
      onBlur={() => void session.save()}
      onScroll={({ currentTarget: box }) => {
        isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < END_PX
      }}
      className={classNames(
        CONTROL,
        'h-52 resize-y px-3 py-2 leading-[1.55]',
        isWriting && coming === null && 'text-ink-3',
      )}
    />
  )
}
