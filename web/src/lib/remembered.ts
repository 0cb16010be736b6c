import { createContext } from 'react'
import type { Cache } from 'swr'

/** The session of the page load, whose answers outlast the page. Later sessions of the page begin with none. */
export interface Remembered {
  token: string | null
  /** Read when first needed. */
  answers?: Cache
}

export const RememberedContext = createContext<Remembered>({ token: null })
