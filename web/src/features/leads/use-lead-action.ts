import { useEffect, useRef } from 'react'
import type { LeadAction } from './lead-actions.ts'
import { registerLeadAction } from './lead-actions.ts'

/** Handles an action on a lead while the component is mounted. */
export function useLeadAction(name: LeadAction, leadId: string, handler: () => void): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => registerLeadAction(name, leadId, () => latest.current()), [name, leadId])
}
