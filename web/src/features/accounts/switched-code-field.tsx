import { CodeField } from './code-field.tsx'
import { useCodeKind } from './use-code-kind.ts'

/** The field for a code of the app or, once switched, for a recovery code. */
export function SwitchedCodeField({ error }: { error?: string | undefined }) {
  const code = useCodeKind(error ?? null)
  return (
    <>
      <CodeField key={code.kind} kind={code.kind} error={code.error} />
      <button type="button" className="link -mt-2 justify-self-start text-s" onClick={code.change}>
        {code.words}
      </button>
    </>
  )
}
