import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastCard } from './toast-card.tsx'
import { ToastPause } from './toast-pause.tsx'
import { dismissToast, showToast, Toaster } from './toast.tsx'
import { TooltipProvider } from './tooltip.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

function renderCard(options: Partial<Parameters<typeof ToastCard>[0]> = {}) {
  const onClose = vi.fn<() => void>()
  render(
    <TooltipProvider>
      <ToastCard kind="success" message="12 leads deleted" onClose={onClose} {...options} />
    </TooltipProvider>,
  )
  return onClose
}

test('a toast counts down five seconds and closes', () => {
  const onClose = renderCard()
  expect(screen.getByText('5 s')).toBeTruthy()
  pass(1000)
  expect(screen.getByText('4 s')).toBeTruthy()
  pass(3750)
  expect(screen.getByText('1 s')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  pass(250)
  expect(onClose).toHaveBeenCalledOnce()
})

describe('stacked toasts', () => {
  const closed = { first: vi.fn<() => void>(), second: vi.fn<() => void>() }
  afterEach(() => {
    closed.first.mockReset()
    closed.second.mockReset()
  })

  function both(isFirstThere = true) {
    return (
      <TooltipProvider>
        <ToastPause>
          {() => (
            <>
              {isFirstThere && <ToastCard kind="success" message="First" durationMs={2000} onClose={closed.first} />}
              <ToastCard kind="success" message="Second" durationMs={2000} onClose={closed.second} />
            </>
          )}
        </ToastPause>
      </TooltipProvider>
    )
  }

  test('all pause while the pointer is on one of them', () => {
    render(both())
    fireEvent.pointerEnter(screen.getByText('First'))
    pass(60_000)
    expect(screen.getAllByText('2 s')).toHaveLength(2)
    fireEvent.pointerLeave(screen.getByText('First'))
    pass(2000)
    expect(closed.first).toHaveBeenCalledOnce()
    expect(closed.second).toHaveBeenCalledOnce()
  })

  test('all pause while the focus is in one of them, until it has left both', () => {
    render(both())
    const [first, second] = screen.getAllByRole('button', { name: 'Close' })
    act(() => first?.focus())
    pass(60_000)
    act(() => second?.focus())
    pass(60_000)
    expect(closed.first).not.toHaveBeenCalled()
    act(() => second?.blur())
    pass(2000)
    expect(closed.second).toHaveBeenCalledOnce()
  })

  test('resume once the one that paused them has gone', () => {
    const { rerender } = render(both())
    fireEvent.pointerEnter(screen.getByText('First'))
    act(() => screen.getAllByRole('button', { name: 'Close' })[0]?.focus())
    rerender(both(false))
    pass(2000)
    expect(closed.second).toHaveBeenCalledOnce()
  })
})

test('Undo shows only with a handler; pressing it undoes once and closes', () => {
  renderCard()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  cleanup()
  const onUndo = vi.fn<() => void>()
  const onClose = renderCard({ onUndo })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onUndo).toHaveBeenCalledOnce()
  expect(onClose).toHaveBeenCalledOnce()
})

test('a toast can be closed by hand, and an error is announced at once', () => {
  const onClose = renderCard({ kind: 'error', message: 'Invalid project id' })
  expect(screen.getByRole('alert').textContent).toContain('Invalid project id')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('ids start at 1, and toasts wait for their stack to load', async () => {
  vi.useRealTimers()
  expect(showToast({ kind: 'info', message: 'First' })).toBe(1)
  expect(showToast({ kind: 'warning', message: 'Second' })).toBe(2)
  render(
    <TooltipProvider>
      <Toaster />
    </TooltipProvider>,
  )
  expect(await screen.findByText('First')).toBeTruthy()
  expect(await screen.findByText('Second')).toBeTruthy()
  act(() => dismissToast(1))
  await waitFor(() => expect(screen.queryByText('First')).toBeNull())
  expect(screen.getByText('Second')).toBeTruthy()
})

test('toasts wait and are retried if their stack cannot be loaded, for example offline', async () => {
  vi.useRealTimers()
  const { ToastStack } = await import('./toast-stack.tsx')
  vi.useFakeTimers()
  const loadStack = vi
    .fn<() => Promise<typeof ToastStack>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(ToastStack)
  render(
    <TooltipProvider>
      <Toaster loadStack={loadStack} />
    </TooltipProvider>,
  )
  act(() => void showToast({ kind: 'error', message: 'The lead could not be deleted.' }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(loadStack).toHaveBeenCalledOnce()
  expect(screen.queryByText('The lead could not be deleted.')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(3500))
  expect(loadStack).toHaveBeenCalledTimes(3)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('The lead could not be deleted.')).toBeTruthy()
})

test('the stack gets ready once the page is calm, but a toast waits for nothing else', async () => {
  vi.useRealTimers()
  const { ToastStack } = await import('./toast-stack.tsx')
  vi.useFakeTimers()
  const loadStack = vi.fn<() => Promise<typeof ToastStack>>().mockResolvedValue(ToastStack)
  render(
    <TooltipProvider>
      <Toaster loadStack={loadStack} onceCalm={neverCalm} />
    </TooltipProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(loadStack).not.toHaveBeenCalled()
  await act(async () => void showToast({ kind: 'error', message: 'The status could not be changed.' }))
  expect(loadStack).toHaveBeenCalledOnce()
})

test('what waits when the page goes, or comes later, is not shown on the next', async () => {
  vi.useRealTimers()
  const page = (loadStack?: () => Promise<never>) => (
    <StrictMode>
      <TooltipProvider>
        <Toaster {...(loadStack && { loadStack })} />
      </TooltipProvider>
    </StrictMode>
  )
  const { unmount } = render(page(() => new Promise(() => undefined)))
  showToast({ kind: 'info', message: 'Of the first page' })
  unmount()
  await Promise.resolve()
  showToast({ kind: 'info', message: 'Too late' })
  render(page())
  act(() => void showToast({ kind: 'info', message: 'Of the second page' }))
  expect(await screen.findByText('Of the second page')).toBeTruthy()
  expect(screen.queryByText('Of the first page')).toBeNull()
  expect(screen.queryByText('Too late')).toBeNull()
})

const neverCalm = () => new Promise<void>(() => undefined)
