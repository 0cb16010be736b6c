import { useLocation } from '../../lib/router/use-router.ts'

/** State that one public screen passes to the next. */
export interface Handover {
  /** The email address typed or invited before, to save typing it again. */
  email?: string
  /** What has just been done, for the next screen to say. */
  notice?: string
  /** The account is gone, so that nobody is welcomed back. */
  isGoodbye?: boolean
}

/** The state passed by the previous screen; empty if there is none. */
export function useHandover(): Handover {
  const { state } = useLocation() as { state: unknown }
  return typeof state === 'object' && state !== null ? state : {}
}
