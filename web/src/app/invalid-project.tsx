import { useEffect, useRef } from 'react'
import type { MissedProject } from '../lib/missed-project.ts'
import { useNavigate, useParams } from '../lib/router/use-router.ts'
import { showToast } from '../ui/toast.tsx'

/** Says that the URL names no project of the organization, and goes to the list of projects. */
export function InvalidProject() {
  const { projectId = '' } = useParams()
  const navigate = useNavigate()
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    showToast({ kind: 'error', message: 'Invalid project id' })
    const state: MissedProject = { missedProjectId: projectId }
    void navigate('/org/projects', { replace: true, state })
  }, [navigate, projectId])
  return null
}
