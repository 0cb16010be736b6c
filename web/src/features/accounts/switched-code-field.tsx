import { useState } from 'react'
import { CodeField } from './code-field.tsx'

/** The field for a code of the app or, once switched, for a recovery code. */
export function SwitchedCodeField({ error }: { error?: string | undefined }) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  return (
    <>
      <CodeField key={kind} kind={kind} error={error} />
      <button
        type="button"
        className="link -mt-2 justify-self-start text-s"
        onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
      >
        {kind === 'app' ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </button>
    </>
  )
}
