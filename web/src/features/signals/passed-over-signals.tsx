import type { PassedOverPost } from '@leadlight/contract/passed-over'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { PassedOverSignal } from './passed-over-signal.tsx'

interface PassedOverSignalsProps {
  projectId: string
  post: PassedOverPost
  /** The post's title, or its beginning. */
  name: string
  keptFrom: number
  /** The signal that says why; null if none does. */
  openId: string | null
  onOpen: (signalId: string | null) => void
}

/**
 * The signal that came nearest to keeping a post; the others show on request. One at a time says why, so that what is
 * marked in the post is never another's.
 */
export function PassedOverSignals({ projectId, post, name, keptFrom, openId, onOpen }: PassedOverSignalsProps) {
  const { others, lead_id: leadId } = post
  const [hasOthers, setHasOthers] = useState(false)
  const list = useId()
  const propsOf = (signal: PassedOverPost['others'][number]) => ({
    projectId,
    post: { id: post.post_id, name },
    signal,
    keptFrom,
    isOpen: signal.intent_signal_id === openId,
    onToggle: () => onOpen(signal.intent_signal_id === openId ? null : signal.intent_signal_id),
  })
  function toggleOthers() {
    if (hasOthers && openId !== post.intent_signal_id) onOpen(null)
    setHasOthers(!hasOthers)
  }
  return (
    <>
      <PassedOverSignal {...propsOf(post)} />
      {(others.length > 0 || leadId !== null) && (
        <div className="flex flex-wrap items-center justify-between gap-x-2.5 gap-y-1.5 text-s">
          {others.length > 0 && (
            <Button
              variant="quiet"
              size="s"
              aria-expanded={hasOthers}
              aria-controls={list}
              className="-ml-2"
              onClick={toggleOthers}
            >
              Passed over by {formatCount(others.length, 'other signal')} too
              <ChevronDown aria-hidden="true" className={hasOthers ? 'rotate-180' : ''} />
            </Button>
          )}
          {leadId !== null && (
            <Link to={`/projects/${projectId}/posts/${leadId}`} className="link target inline-flex items-center">
              It is a lead by another signal
            </Link>
          )}
        </div>
      )}
      {/* Those that do not show keep what they know, such as that the post was kept. */}
      <ul
        id={list}
        hidden={!hasOthers}
        aria-label="Other signals that passed it over"
        className="grid grid-cols-1 gap-2"
      >
        {others.map((signal) => (
          <li key={signal.intent_signal_id}>
            <PassedOverSignal {...propsOf(signal)} />
          </li>
        ))}
      </ul>
    </>
  )
}
