import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { Notice } from '../../ui/notice.tsx'

/** What to do if no mail comes. An installation without a mail server says whom to ask. */
export function MailHint({ isMailed }: { isMailed: boolean }) {
  if (!isMailed) {
    return (
      <Notice tone="warning">
        No mail is sent here. Ask the person who runs Leadlight for the link. {FOUND_IN_OUTBOX}
      </Notice>
    )
  }
  return <p className="text-s text-ink-3">Nothing there? It can take a minute, and may lie among unwanted mail.</p>
}
