import { useEffect } from 'react'
import { useNavigate } from './use-router.ts'

/** Goes to another page as soon as it renders. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace])
  return null
}
