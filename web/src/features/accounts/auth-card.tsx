import { usePageTitle } from '../../lib/page-title.ts'
import { ScreenCard } from '../../ui/screen-card.tsx'
import type { ScreenCardProps } from '../../ui/screen-card.tsx'

/** The card in the middle of a public screen; its title names the browser's tab. */
export function AuthCard(props: ScreenCardProps) {
  usePageTitle(props.title)
  return <ScreenCard {...props} />
}
