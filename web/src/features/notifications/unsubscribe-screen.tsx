import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { unsubscribe } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { useNextLink } from '../../lib/use-next-link.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScreenCard } from '../../ui/screen-card.tsx'

const TITLE = 'Unsubscribe'

/**
 * The target of a mail's unsubscribe link. Opening it changes nothing, since mail programs prefetch links; the button
 * does.
 */
export function UnsubscribeScreen() {
  usePageTitle(TITLE)
  const [params] = useSearchParams()
  const { to, text } = useNextLink()
  const [ended, setEnded] = useState<{ project: string | null } | null>(null)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    const { project_name: project } = await call(unsubscribe, { query: { t: params.get('t') ?? '' } })
    setEnded({ project })
  })
  const footer = (
    <Link to={to} className="link">
      {text}
    </Link>
  )
  if (ended) {
    return (
      <ScreenCard title={TITLE} footer={footer}>
        <Notice tone="good">
          {ended.project === null
            ? 'No more of these mails will come.'
            : `New leads of ${ended.project} will no longer be mailed to you.`}{' '}
          You can turn them on again in the project’s settings.
        </Notice>
      </ScreenCard>
    )
  }
  return (
    <ScreenCard title={TITLE} subtitle="Stop the mails of new leads that this link came with?" footer={footer}>
      <form onSubmit={onSubmit} className="grid gap-4">
        {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
        <Button type="submit" variant="primary" size="l" busy={busy}>
          Stop these mails
        </Button>
      </form>
    </ScreenCard>
  )
}
