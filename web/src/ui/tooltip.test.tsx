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

test('a tooltip opens after 700 ms by default, and at once with a delay of zero', () => {
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

test('only one tooltip is open at a time, and the next one opens at once for 300 ms', () => {
  render(
    <TooltipProvider>
      <Tooltip content="First words">
        <button type="button">first</button>
      </Tooltip>
      <Tooltip content="Second words">
        <button type="button">second</button>
      </Tooltip>
    </TooltipProvider>,
  )
  const button = (name: string) => screen.getByRole('button', { name })
  hover('first')
  pass(700)
  expect(button('first').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
  fireEvent.pointerLeave(button('first'))
  pass(99)
  fireEvent.pointerEnter(screen.getByRole('tooltip'))
  pass(1000)
  expect(screen.getByRole('tooltip').textContent).toBe('First words')
  fireEvent.pointerLeave(screen.getByRole('tooltip'))
  pass(100)
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(button('first').hasAttribute('aria-describedby')).toBe(false)
  pass(299)
  hover('second')
  pass(1)
  expect(screen.getByRole('tooltip').textContent).toBe('Second words')
  fireEvent.pointerLeave(button('second'))
  pass(400)
  hover('second')
  pass(1)
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a tooltip opens on focus but not on a press, leaves the element’s handlers alone, and closes on Escape, press and scroll', () => {
  const pressed = vi.fn<() => void>()
  render(
    <TooltipProvider>
      <Tooltip content="Words">
        <button type="button" onPointerDown={pressed}>
          one
        </button>
      </Tooltip>
    </TooltipProvider>,
  )
  const button = screen.getByRole('button')
  const focus = () => act(() => button.focus())
  const blur = () => act(() => button.blur())
  focus()
  expect(screen.getByRole('tooltip').textContent).toBe('Words')
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(screen.queryByRole('tooltip')).toBeNull()
  blur()
  fireEvent.pointerDown(button)
  focus()
  expect(screen.queryByRole('tooltip')).toBeNull()
  expect(pressed).toHaveBeenCalledOnce()
  hover('one')
  pass(1000)
  expect(screen.queryByRole('tooltip')).toBeNull()
  blur()
  focus()
  fireEvent.scroll(document)
  expect(screen.queryByRole('tooltip')).toBeNull()
})
