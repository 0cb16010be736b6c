import { useEffect, useRef } from 'react'
import { Navigate } from '../lib/router/navigate.tsx'
import { showToast } from '../ui/toast.tsx'

/** Says that the URL names no project of the organization, and goes to the list of projects. */
export function InvalidProject() {
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    showToast({ kind: 'error', message: 'Invalid project id' })
  }, [])
  return <Navigate to="/org/projects" replace />
}
