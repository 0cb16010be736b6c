import { useInstance } from '../../lib/instance.ts'
import { Notice } from '../../ui/notice.tsx'

/** What to do if no mail comes. An installation without a mail server says that it sends none. */
export function MailHint() {
  const instance = useInstance()
  if (instance?.mail === false) {
    return (
      <Notice tone="warning">
        This installation sends no mail by itself: it keeps what it writes in a folder. Ask whoever runs it for the
        link.
      </Notice>
    )
  }
  return <p className="text-s text-ink-3">Nothing there? It can take a minute, and may lie among unwanted mail.</p>
}
