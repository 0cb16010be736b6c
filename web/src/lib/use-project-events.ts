import { useEffect, useRef } from 'react'
import type { EventListener } from './events.ts'
import { listenToProject } from './events.ts'

/** Hears a project's events while a component shows. The listener may change from render to render. */
export function useProjectEvents(projectId: string | null | undefined, listener: EventListener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => (projectId ? listenToProject(projectId, (event) => latest.current(event)) : undefined), [projectId])
}
