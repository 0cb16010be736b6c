import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown if the plan or the balance could not be read, so it is unknown whether a plan is needed. */
export function PlanUnknown({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <Notice
      tone="warning"
      action={
        <Button size="s" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <b className="font-semibold">It is not known whether you need a plan,</b> since your plan and your credits could
      not both be loaded. You can start all the same: nothing is spent beyond what you have.
    </Notice>
  )
}
