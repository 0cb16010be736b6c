import type { IntentSignal } from '@leadlight/contract/signals'
import { sayMeasured, sayQuality, sayRecall, sayTeaching, sayUnknownRecall } from '@leadlight/domain/quality-words'
import { Link } from '../../lib/router/link.tsx'
import { QUALITY_RATED_MIN } from '@leadlight/domain/quality'
import { formatCount } from '../../lib/format.ts'
import { passedOverPath } from '../../lib/passed-over-path.ts'
import { buttonClass } from '../../ui/button.tsx'
import { MEASURED_QUALITY } from './measured-quality.ts'

/** The signal's quality: its share of good leads, how much it misses, and what a large model has taught about it. */
export function SignalQuality({ projectId, signal }: { projectId: string; signal: IntentSignal }) {
  const { quality, audit, teaching } = signal
  const rated = quality ? quality.positive + quality.negative : 0
  const found = audit.recall ? sayRecall(audit.recall) : audit.audited > 0 ? sayUnknownRecall(audit.audited, rated) : ''
  const taught = teaching ? sayTeaching(teaching) : ''
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 text-ink-2">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        {quality && <p>{sayQuality(quality)}</p>}
        {found !== '' && <p>{found}</p>}
        {taught !== '' && <p>{taught}</p>}
        {!quality && (
          <p>
            How many of its leads are right is known once {QUALITY_RATED_MIN} are rated: say <i>Good</i> or <i>Poor</i>{' '}
            of them.
          </p>
        )}
        {found === '' && audit.waiting > 0 && <p>Looking at a few posts it passed over tells how much it misses.</p>}
        <details>
          <summary className="w-max text-s cursor-pointer text-ink-3 hover:text-ink-2">
            How well Leadlight finds at first
          </summary>
          <p className="mt-1 border-l pl-2.5 text-s">
            {sayMeasured(MEASURED_QUALITY)} What you say of leads improves on that.
          </p>
        </details>
      </div>
      <div className="flex flex-wrap gap-2">
        {audit.waiting > 0 && (
          <Link to={`/projects/${projectId}/passed-over/${signal.id}`} className={buttonClass('default', 's')}>
            Look at {formatCount(audit.waiting, 'passed-over post')}
          </Link>
        )}
        <Link to={passedOverPath(projectId, { signalId: signal.id })} className={buttonClass('default', 's')}>
          See why a post was missed
        </Link>
      </div>
    </div>
  )
}
