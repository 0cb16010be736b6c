import { useMemo, useState } from 'react'
import { createRowQueue } from '../../lib/rows/row-queue.ts'
import { useLeadCache } from './lead-cache.ts'
import type { ChangeLog } from '../../lib/rows/changes.ts'
import type { LeadChanges } from './lead-changes.ts'
import { createLeadChanges } from './lead-changes.ts'
import type { ListQuery } from './lead-filters.ts'

/** The changes of a project's leads; undo works while the list is mounted. */
export function useLeadChanges(projectId: string, query: ListQuery): LeadChanges {
  const cache = useLeadCache(projectId, query)
  const [log] = useState<ChangeLog>(() => ({ undoable: [], inOrder: createRowQueue() }))
  return useMemo(() => createLeadChanges(projectId, cache, log), [projectId, cache, log])
}
