import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DraftSession, DraftState } from './draft-session.ts'

interface DraftNoticesProps {
  session: DraftSession
  state: DraftState
  linkTo: (leadId: string) => string
}

/** What went wrong, with what was kept; and that much the same words were drafted for somebody else. */
export function DraftNotices({ session, state, linkTo }: DraftNoticesProps) {
  const { writeError, saveError, saving, kept, text } = state
  const similar = kept && kept.draft === text ? kept.similar_to : null
  return (
    <>
      {writeError && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={() => void session.retry()}>
              Retry
            </Button>
          }
        >
          {writeError}
          {text === '' ? '' : ' What stood here before is kept.'}
        </Notice>
      )}
      {saving === 'failed' && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={() => void session.save()}>
              Retry
            </Button>
          }
        >
          This could not be saved. {saveError} It is kept in this tab.
        </Notice>
      )}
      {similar && (
        <Notice tone="warning">
          {Math.round(similar.share * 100)}% of this is worded as in the draft for{' '}
          <Link to={linkTo(similar.lead_id)} className="link">
            another lead
          </Link>
          . Reword it before both are sent.
        </Notice>
      )}
    </>
  )
}
