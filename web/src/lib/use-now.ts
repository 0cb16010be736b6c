import { useEffect, useState } from 'react'

const TICK_MS = 60_000

/** The time, told anew every minute: enough for ages as lists show them. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
