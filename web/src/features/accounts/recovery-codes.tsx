import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Notice } from '../../ui/notice.tsx'

const FILE_NAME = 'leadlight-recovery-codes.txt'

/** The recovery codes, shown only once, until the user confirms that they have saved them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <div className="grid gap-4 pt-1">
      <p ref={heading} tabIndex={-1} className="font-medium outline-none">
        The second factor is on. Keep these recovery codes.
      </p>
      <Notice tone="warning">
        They are shown this once. Without your phone, one of them lets you in; each works once.
      </Notice>
      <ul className="grid gap-x-6 gap-y-1.5 rounded-card bg-sunken px-4 py-3 font-mono text-s sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} what="the recovery codes" />
        <Button onClick={() => download(text)}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}

function download(text: string) {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  URL.revokeObjectURL(address)
}
