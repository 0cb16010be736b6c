import { useEffect, useRef } from 'react'
import type { LeadAction } from './lead-actions.ts'
import { registerLeadAction } from './lead-actions.ts'

/** Carries out an action of the open lead while the component shows. */
export function useLeadAction(name: LeadAction, handler: () => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => registerLeadAction(name, () => latest.current()), [name])
}
