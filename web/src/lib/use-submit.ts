import type { SubmitEvent } from 'react'
import { useAttempt } from './use-attempt.ts'

interface Submit {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  busy: boolean
  /** What the last attempt threw; null before it and during the next. */
  failure: unknown
}

/** A form's submit handler: one run at a time, busy meanwhile; a failure is kept until the next attempt. */
export function useSubmit(work: (form: FormData) => Promise<void>): Submit {
  const { busy, failure, run } = useAttempt()
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    void run(() => work(form))
  }
  return { onSubmit, busy, failure }
}
