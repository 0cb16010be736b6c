import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Fit } from './fit.tsx'

afterEach(cleanup)

const SIGNALS = [{ kind: 'name' as const, intent_signal: '"Acme Corp" OR globex' }]

test('a lead without a score shows the name that its post has, of all those of the expression', () => {
  render(<Fit score={null} level={null} signals={SIGNALS} evidence={[{ label: 'Names globex' }]} />)
  expect(screen.getByTitle('globex').textContent).toBe('globex')
  expect(screen.queryByText('Acme Corp')).toBeNull()
})

test('without evidence the first name stands for the expression', () => {
  render(<Fit score={null} level={null} signals={SIGNALS} evidence={[]} />)
  expect(screen.getByTitle('Acme Corp')).toBeTruthy()
})
