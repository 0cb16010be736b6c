import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

/** Opens what the first signal has behind its disclosure. */
export async function openOptions(): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: 'More options' })
  if (first?.getAttribute('aria-expanded') === 'false') await userEvent.click(first)
}
