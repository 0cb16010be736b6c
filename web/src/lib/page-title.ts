import { useEffect } from 'react'

/** Sets the title of the browser tab while a page shows: "Posts · Leadlight". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Leadlight`
  }, [title])
}
