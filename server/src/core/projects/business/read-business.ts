import { createKeptThread } from '../../../platform/kept-thread.ts'
import type { BusinessFacts, BusinessText } from './business-facts.ts'

/** Runs `readBusinessFacts` in a thread: a website at its longest takes a third of a second, as the grammar does to load. */
export const readBusiness = createKeptThread<BusinessText, BusinessFacts>(
  new URL('./facts-worker.ts', import.meta.url),
  'businesses',
)
