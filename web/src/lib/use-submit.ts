import { useState } from 'react'
import type { SubmitEvent } from 'react'

interface Submit {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  busy: boolean
  /** What the last attempt threw; null before it and during the next. */
  failure: unknown
}

/** A form's submit handler: one run at a time, busy meanwhile; a failure is kept until the next attempt. */
export function useSubmit(work: (form: FormData) => Promise<void>): Submit {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function run(form: FormData) {
    setBusy(true)
    setFailure(null)
    try {
      await work(form)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) void run(new FormData(event.currentTarget))
  }
  return { onSubmit, busy, failure }
}
