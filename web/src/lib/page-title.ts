import { useEffect } from 'react'

/** Names the browser's tab while a page shows: "Posts · Leadlight". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadlight`
  }, [title])
}
