import { useState } from 'react'

/** Which code is asked for, the app's or a recovery code, and how to ask for the other. */
export function useCodeKind(failed: string | null) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [isOfOther, setOfOther] = useState(false)
  // The next attempt begins without a failure.
  if (failed === null && isOfOther) setOfOther(false)
  function change() {
    setKind(kind === 'app' ? 'recovery' : 'app')
    setOfOther(true)
  }
  return {
    kind,
    /** What was wrong with a code of this kind. */
    error: isOfOther ? null : failed,
    words: kind === 'app' ? 'Use a recovery code instead' : 'Use the authenticator app instead',
    change,
  }
}
