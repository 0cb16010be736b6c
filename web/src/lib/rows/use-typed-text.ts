import { useEffect, useRef, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** The text of a search field: it applies after a pause in typing, and follows a text that is applied elsewhere. */
export function useTypedText(appliedText: string, onText: (text: string) => void) {
  const [text, setText] = useState(appliedText)
  const sent = useRef(appliedText)
  useEffect(() => {
    if (appliedText === sent.current) return
    sent.current = appliedText
    setText(appliedText)
  }, [appliedText])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = trimmed
      onText(trimmed)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onText])
  return [text, setText] as const
}
