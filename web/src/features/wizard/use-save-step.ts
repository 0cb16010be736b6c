import { useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import type { ProjectChanges } from '../../lib/projects.ts'
import { useUpdateProject } from '../../lib/projects.ts'

/**
 * Saves a step's part of the project and goes on. The specification wants no message for a failed update: the step
 * stays with its input, marked as unsaved.
 */
export function useSaveStep(projectId: string, next: 'step-3' | 'step-4') {
  const navigate = useNavigate()
  const update = useUpdateProject(projectId)
  const [busy, setBusy] = useState(false)
  const [isUnsaved, setUnsaved] = useState(false)
  async function save(changes: ProjectChanges, onSaved: () => void): Promise<void> {
    setBusy(true)
    const isSaved = await update(changes).then(
      () => true,
      () => false,
    )
    setBusy(false)
    setUnsaved(!isSaved)
    if (!isSaved) return
    onSaved()
    void navigate(`/projects/new/${projectId}/${next}`)
  }
  return { busy, isUnsaved, save }
}
