import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipProvider } from './tooltip.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function hover(name: string) {
  fireEvent.pointerMove(screen.getByRole('button', { name }), { pointerType: 'mouse' })
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

test('a tooltip that sets no delay opens after 700 ms; one that sets zero opens at once', () => {
  render(
    <TooltipProvider>
      <Tooltip content="Slow words">
        <button type="button">slow</button>
      </Tooltip>
      <Tooltip content="Quick words" delayMs={0}>
        <button type="button">quick</button>
      </Tooltip>
    </TooltipProvider>,
  )
  hover('slow')
  pass(699)
  expect(screen.queryByRole('tooltip')).toBeNull()
  pass(1)
  expect(screen.getByRole('tooltip').textContent).toContain('Slow words')
  fireEvent.keyDown(document, { key: 'Escape' })
  pass(1000)
  expect(screen.queryByRole('tooltip')).toBeNull()
  hover('quick')
  pass(1)
  expect(screen.getByRole('tooltip').textContent).toContain('Quick words')
})
