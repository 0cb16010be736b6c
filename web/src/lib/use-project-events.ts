import { useEffect, useRef } from 'react'
import type { EventListener } from './events.ts'
import { listenToProject } from './events.ts'

/** Subscribes to a project's events while a component is mounted. The listener may change between renders. */
export function useProjectEvents(projectId: string | null | undefined, listener: EventListener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => (projectId ? listenToProject(projectId, (event) => latest.current(event)) : undefined), [projectId])
}
