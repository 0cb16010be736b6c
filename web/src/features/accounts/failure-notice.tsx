import { detailOf, RequestError } from '../../lib/request-error.ts'
import { Notice } from '../../ui/notice.tsx'

/** The product's message for a failure and, on a second line, the server's reason if there is one. */
export function FailureNotice({ message, failure }: { message: string; failure?: unknown }) {
  const reason = reasonOf(failure)
  return (
    <div className="grid gap-1.5">
      <Notice tone="bad">{message}</Notice>
      {reason && reason !== message && <p className="px-3 text-s wrap-anywhere text-ink-2">{reason}</p>}
    </div>
  )
}

function reasonOf(failure: unknown): string | null {
  const error = failure instanceof Error && failure.cause instanceof RequestError ? failure.cause : failure
  if (!(error instanceof RequestError)) return null
  return error.status === 0 ? error.message : detailOf(error.body)
}
