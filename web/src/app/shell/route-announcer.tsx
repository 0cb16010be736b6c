import { useEffect, useState } from 'react'
import { useLocation } from '../../lib/router/use-router.ts'

const SETTLE_MS = 150

/** Announces the new page's title to screen readers, as a page load would. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const [spoken, setSpoken] = useState({ pathname, title: '' })
  useEffect(() => {
    const timer = setTimeout(() => setSpoken({ pathname, title: document.title }), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return <output className="sr-only">{spoken.title}</output>
}
