import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Stands where nobody can say whether a plan is needed, because the plan or the balance could not be read. */
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
