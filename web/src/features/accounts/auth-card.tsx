import { usePageTitle } from '../../lib/page-title.ts'
import { ScreenCard } from '../../ui/screen-card.tsx'
import type { ScreenCardProps } from '../../ui/screen-card.tsx'

/** The centred card of a public screen; its title is also the browser tab's. */
export function AuthCard(props: ScreenCardProps) {
  usePageTitle(props.title)
  return <ScreenCard {...props} />
}
