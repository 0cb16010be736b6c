import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

/** Opens what the first signal has behind its disclosure. */
export async function openOptions(): Promise<void> {
  const [first] = await screen.findAllByRole('button', { name: /^(Monitoring and more|More options)$/u })
  if (first?.getAttribute('aria-expanded') === 'false') await userEvent.click(first)
}
