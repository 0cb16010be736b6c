import { RotateCw, Sparkles, Square } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useDraft } from '../draft.ts'
import { formatCount } from '../format.ts'
import { useInstance } from '../instance.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { DraftSession, DraftState } from './draft-session.ts'

const PROMPT_MAX = 2000

interface DraftPromptProps {
  ref: RefObject<HTMLTextAreaElement | null>
  session: DraftSession
  state: DraftState
  /** The draft's name in the tab's storage, where the prompt survives a reload. */
  name: string
  title: string
  isPoints: boolean
}

/** The prompt for a draft, the button that starts or stops the writing, and the price. */
export function DraftPrompt({ ref, name, session, state, title, isPoints }: DraftPromptProps) {
  const { value: prompt, set: setPrompt } = useDraft(`${name}:prompt`, '')
  const { isWriting, text } = state
  const draftButton = useRef<HTMLButtonElement>(null)
  const stopButton = useRef<HTMLButtonElement>(null)
  const wasWriting = useRef(isWriting)
  useEffect(() => {
    if (wasWriting.current === isWriting) return
    wasWriting.current = isWriting
    // One button replaces the other: a keyboard user keeps the focus there.
    if (document.activeElement === document.body) (isWriting ? stopButton : draftButton).current?.focus()
  }, [isWriting])
  function write() {
    void session.write(prompt.trim())
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    write()
  }
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end gap-2">
        <Textarea
          ref={ref}
          aria-label={`What the ${title.toLowerCase()} should say`}
          placeholder={text === '' ? 'What to say (optional)' : 'What to change (optional)'}
          rows={1}
          maxLength={PROMPT_MAX}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          onKeyDown={onKeyDown}
          className="max-h-32 min-w-0 resize-none! py-1.5"
        />
        {isWriting ? (
          <Button ref={stopButton} onClick={once(session.stop)} className="h-9 min-w-28">
            <Square aria-hidden="true" />
            Stop
          </Button>
        ) : (
          <Button ref={draftButton} onClick={once(write)} className="h-9 min-w-28">
            {text === '' ? <Sparkles aria-hidden="true" /> : <RotateCw aria-hidden="true" />}
            {isPoints ? 'Give points' : text === '' ? 'Draft' : 'Regenerate'}
          </Button>
        )}
      </div>
      <DraftPrice />
    </div>
  )
}

/** One button replaces the other: ignores the second press of a double click. */
function once(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.detail < 2) act()
  }
}

/** What a draft costs and who is paid to write it, shown before it is requested; nothing where it is free. */
function DraftPrice() {
  const instance = useInstance()
  if (!instance) return <p className="min-h-[1lh] text-s" />
  const { draft_price: price, writer } = instance
  if (price === 0) return null
  return (
    <p className="num text-s text-ink-3">
      A draft costs {formatCount(price, 'credit')}, written by {writer}.
    </p>
  )
}
