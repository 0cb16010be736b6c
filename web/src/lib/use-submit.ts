import { useState } from 'react'
import type { SubmitEvent } from 'react'

interface Submit {
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  busy: boolean
  /** What the last try threw; null before it and during the next. */
  failure: unknown
}

/** What a form does when it is sent: once at a time, busy meanwhile, and what went wrong is kept until the next try. */
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
