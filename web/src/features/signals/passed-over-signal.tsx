import { ChevronDown } from 'lucide-react'
import { useId, useRef } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Notice } from '../../ui/notice.tsx'
import { KeptFrom } from '../../ui/score.tsx'
import { PassedOverQuestion } from './passed-over-question.tsx'
import { PassedOverReason } from './passed-over-reason.tsx'
import { signalPath } from './signal-paths.ts'
import { useKeepPassedOver } from './use-keep-passed-over.ts'

interface PassedOverSignalProps {
  projectId: string
  post: { id: string; name: string }
  signal: { intent_signal_id: string; intent_signal: string; score: number | null }
  keptFrom: number
  isOpen: boolean
  onToggle: () => void
}

/**
 * One signal that passed a post over, with its score. On request it says why below, with the post's text and what in it
 * speaks for and against this signal, and asks whether that was right.
 */
export function PassedOverSignal(props: PassedOverSignalProps) {
  const { projectId, post, signal, keptFrom, isOpen, onToggle } = props
  const { intent_signal_id: signalId, intent_signal: words, score } = signal
  const place = { projectId, signalId, postId: post.id }
  const { leadId, busy, keep, takeBack } = useKeepPassedOver(place)
  const why = useRef<HTMLButtonElement>(null)
  const reason = useId()
  const undo = () => void takeBack(() => why.current?.focus())
  return (
    <div className="mt-1 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-s text-ink-3">
        <Link
          to={signalPath(projectId, signalId)}
          className="target flex min-w-0 flex-1 basis-full items-center font-medium text-ink-2 hover:underline sm:basis-0"
        >
          <span className="min-w-0 wrap-anywhere">{words}</span>
        </Link>
        {score === null ? <Chip>No score</Chip> : <KeptFrom score={score} keptFrom={keptFrom} />}
        <Button ref={why} size="s" aria-expanded={isOpen} aria-controls={reason} onClick={onToggle}>
          Why
          <span className="sr-only">
            : {post.name}, by {words}
          </span>
          <ChevronDown aria-hidden="true" className={isOpen ? 'rotate-180' : ''} />
        </Button>
      </div>
      <div id={reason} className="grid grid-cols-1 gap-3 empty:hidden">
        {isOpen && (
          <>
            <PassedOverReason {...place} hasText />
            {leadId === null && <PassedOverQuestion {...place} isKeeping={busy} onKeep={() => void keep()} />}
          </>
        )}
      </div>
      {leadId !== null && (
        <div ref={focus} tabIndex={-1} className="rounded-card outline-none">
          <Notice
            tone="good"
            action={
              <span className="flex gap-2">
                <Link to={`/projects/${projectId}/posts/${leadId}`} className={buttonClass('default', 's')}>
                  Open it
                </Link>
                <Button size="s" busy={busy} onClick={undo}>
                  Undo
                </Button>
              </span>
            }
          >
            Kept as a lead. The signal learns from it.
          </Notice>
        </div>
      )}
    </div>
  )
}

/** The button that was pressed is gone: whoever pressed it goes on, and hears, here. */
function focus(node: HTMLElement | null) {
  node?.focus({ preventScroll: true })
}
