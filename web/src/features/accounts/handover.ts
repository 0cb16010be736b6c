import { useLocation } from 'react-router'

/** What one public screen hands to the next, beside the address. */
export interface Handover {
  /** The address somebody typed or was invited by, to save typing it again. */
  email?: string
  /** What has just been done, for the next screen to say. */
  notice?: string
}

/** What the screen before has handed over; empty where one came from elsewhere. */
export function useHandover(): Handover {
  const { state } = useLocation() as { state: unknown }
  return typeof state === 'object' && state !== null ? state : {}
}
