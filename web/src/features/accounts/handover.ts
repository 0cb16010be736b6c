import { useLocation } from 'react-router'

/** State that one public screen passes to the next. */
export interface Handover {
  /** The email address typed or invited before, to save typing it again. */
  email?: string
  /** What has just been done, for the next screen to say. */
  notice?: string
}

/** The state passed by the previous screen; empty if there is none. */
export function useHandover(): Handover {
  const { state } = useLocation() as { state: unknown }
  return typeof state === 'object' && state !== null ? state : {}
}
