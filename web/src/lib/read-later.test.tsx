import { cleanup, render, renderHook } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { readLater, useComesFirst } from './read-later.ts'

afterEach(cleanup)

/** Reads that are asked for in order; `sent` has those that were sent. */
function reads() {
  const sent: string[] = []
  return { sent, read: (name: string) => readLater(async () => void sent.push(name)) }
}

test('a read is sent at once if nothing comes first, and gives its answer', async () => {
  expect(await readLater(async () => 'the balance')).toBe('the balance')
  await expect(readLater(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})

test('a read waits until the last of those that come first has loaded, or was left', async () => {
  const { sent, read } = reads()
  const overlay = renderHook(() => useComesFirst(true))
  const list = renderHook((isLoading: boolean) => useComesFirst(isLoading), { initialProps: true })
  const balance = read('the balance')
  overlay.unmount()
  await Promise.resolve()
  expect(sent).toEqual([])
  list.rerender(false)
  await balance
  expect(sent).toEqual(['the balance'])
  await read('the next one')
  expect(sent).toHaveLength(2)
})

test('a read of what renders together with the list waits for it', async () => {
  const { sent, read } = reads()
  let balance = Promise.resolve()
  function Balance() {
    useEffect(() => {
      balance = read('the balance')
    }, [])
    return null
  }
  function List({ isLoading }: { isLoading: boolean }) {
    useComesFirst(isLoading)
    return null
  }
  const screen = (isLoading: boolean) => (
    <>
      <Balance />
      <List isLoading={isLoading} />
    </>
  )
  const { rerender } = render(screen(true))
  await Promise.resolve()
  expect(sent).toEqual([])
  rerender(screen(false))
  await balance
  expect(sent).toEqual(['the balance'])
})
