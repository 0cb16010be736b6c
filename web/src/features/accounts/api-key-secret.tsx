import type { ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** A new key, shown only once, until the user confirms that they have saved it. */
export function ApiKeySecret({ made, onKept }: { made: ApiKeyWithSecret; onKept: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-3.5 px-4 py-4 sm:px-5">
      <p ref={heading} tabIndex={-1} className="font-medium wrap-anywhere outline-none">
        The key “{made.name}” is made. Keep it now.
      </p>
      <Notice tone="warning">It is shown this once. Whoever has it can act as you, so keep it like a password.</Notice>
      <code className="rounded-card bg-sunken px-4 py-3 font-mono text-s break-all">{made.key}</code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={made.key} what="the key" />
        <Button variant="primary" onClick={onKept}>
          I have kept it
        </Button>
      </div>
    </div>
  )
}
