import { Link } from '../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { DraftSession, DraftState } from './draft-session.ts'

interface DraftNoticesProps {
  session: DraftSession
  state: DraftState
  linkTo: (leadId: string) => string
}

/** What went wrong and what was kept, and whether somebody else got a similar draft. */
export function DraftNotices({ session, state, linkTo }: DraftNoticesProps) {
  const { writeError, isCutOff, saveError, saving, kept, text, theirs } = state
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
          {isCutOff ? ' What had come is here.' : text === '' ? '' : ' What stood here before is kept.'}
        </Notice>
      )}
      {isCutOff && !writeError && (
        <Notice tone="warning">
          The page was left while this was being written. What had come is here, and cost nothing.
        </Notice>
      )}
      {theirs && <TwoTexts session={session} theirs={theirs.draft} />}
      {saving === 'failed' && !theirs && (
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

/** Somebody else, or another tab, has saved this draft meanwhile. The user chooses a text; both are kept until then. */
function TwoTexts({ session, theirs }: { session: DraftSession; theirs: string }) {
  return (
    <Notice
      tone="warning"
      action={
        <span className="flex flex-wrap gap-1.5">
          <Button size="s" onClick={session.keepMine}>
            Keep mine
          </Button>
          <Button size="s" onClick={session.takeTheirs}>
            Use the other
          </Button>
        </span>
      }
    >
      <p>This draft was changed somewhere else meanwhile. What you have here is not saved. The other text:</p>
      <blockquote
        dir="auto"
        className="mt-1 max-h-24 overflow-y-auto border-l-2 pl-2 wrap-anywhere whitespace-pre-line"
      >
        {theirs || '(empty)'}
      </blockquote>
    </Notice>
  )
}
