import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StatedFacts } from './stated-facts.tsx'

test.each([
  [{ deadline: '2026-12-12', budget: { amount: 120_000, currency: 'EUR' } }, 'Deadline 12 Dec 2026·Budget €120,000'],
  [{ deadline: '2026-12-12', budget: null }, 'Deadline 12 Dec 2026'],
  [{ deadline: null, budget: { amount: 950, currency: 'SEK' } }, 'Budget SEK 950'],
  [null, ''],
])('%j reads %j', (facts, said) => {
  const { container } = render(<StatedFacts facts={facts} />)
  expect(container.textContent.replaceAll('\u00a0', ' ')).toBe(said)
})
