import type { CompanyWebsite as Website } from '@leadlight/contract/companies'
import { RotateCw } from 'lucide-react'
import useSWR from 'swr'
import { getCompanyWebsite, refreshCompany } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { runOwnChange } from '../../lib/own-changes.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'

const POLL_EVERY_MS = 3_000

interface CompanyWebsiteProps {
  projectId: string
  companyId: string
  /** Called when the website has been read while the page is open. */
  onRead: () => void
}

/** When the company's website was last read, with what result, and a button to read it again. */
export function CompanyWebsite({ projectId, companyId, onRead }: CompanyWebsiteProps) {
  const canAsk = useCan('lead.triage')
  const { busy, run } = useToastedAttempt()
  const params = { projectId, id: companyId }
  const { data, error, mutate } = useSWR<Website | null, unknown>(
    keys.companyWebsite(companyId),
    () => call(getCompanyWebsite, { params }),
    {
      refreshInterval: (latest) => (latest?.state === 'waiting' ? POLL_EVERY_MS : 0),
      onSuccess: (latest) => {
        if (data?.state === 'waiting' && latest?.state !== 'waiting') onRead()
      },
    },
  )
  const readAgain = () =>
    runOwnChange(async () => {
      await mutate(await call(refreshCompany, { params }), { revalidate: false })
    })
  if (error) {
    return (
      <p role="alert" className="mt-3 border-t pt-2 text-s text-bad">
        Whether the website was read could not be loaded. {messageOf(error)}{' '}
        <button type="button" className="link" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    )
  }
  if (!data) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-2 text-s text-ink-2">
      <p className="num min-w-0 flex-1 basis-60">{wordsOf(data)}</p>
      {canAsk && data.state !== 'closed' && (
        <Button
          size="s"
          variant="quiet"
          disabled={busy || data.state === 'waiting'}
          onClick={() => void run(readAgain, 'The website could not be asked for.')}
        >
          <RotateCw aria-hidden="true" />
          Read again
        </Button>
      )}
    </div>
  )
}

function wordsOf({ domain, state, looked_at, next_at, error }: Website): string {
  const when = looked_at === null ? '' : `, ${formatDate(looked_at)}`
  if (state === 'waiting') return `${domain} is about to be read.`
  if (state === 'done') return `${domain} was read${when}.`
  if (state === 'failed') return `${error ?? ''} It is tried again${next_at ? ` from ${formatDate(next_at)} on` : ''}.`
  return `${error ?? ''} Nothing is kept of it${when}.`
}
