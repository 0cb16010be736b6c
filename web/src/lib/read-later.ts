import { useLayoutEffect } from 'react'

let loading = 0
const waiting: (() => void)[] = []

/**
 * While `isLoading`, what is put off by `readLater` waits. For what covers the window, and for lists without their first
 * rows: a browser sends few calls at once, and the server answers each sooner if it is alone.
 */
export function useComesFirst(isLoading: boolean): void {
  useLayoutEffect(() => {
    if (!isLoading) return undefined
    loading += 1
    return () => {
      loading -= 1
      for (const resume of waiting.splice(0)) resume()
    }
  }, [isLoading])
}

/** Reads once nothing that comes first is loading: at once if nothing is. */
export async function readLater<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  // What renders together with the reader has said by then that it comes first.
  await Promise.resolve()
  await allLoaded()
  return read()
}

async function allLoaded(): Promise<void> {
  if (loading === 0) return
  await new Promise<void>((resolve) => waiting.push(resolve))
  await allLoaded()
}
