import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { useSources } from './use-sources.ts'

/** Empty for those who may not read sources, and until the sources that are searched change from what they were; then other for each set of them. */
export function useReach(projectId: string): string {
  const { data: sources } = useSources(useCan('source.read') ? projectId : null)
  const searched = sources && JSON.stringify(sources.filter(({ on }) => on).map(({ id, name }) => id ?? name))
  const [first, setFirst] = useState<string>()
  if (first === undefined && searched !== undefined) setFirst(searched)
  return searched === undefined || searched === (first ?? searched) ? '' : searched
}
