import { Link } from 'react-router'
import { useWayOn } from '../../lib/use-way-on.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The link to sign in, or to the product for whoever is signed in. */
export function WayOn({ isMain = false }: { isMain?: boolean }) {
  const { to, text } = useWayOn()
  return (
    <Link to={to} className={isMain ? buttonClass('primary', 'l') : 'link'}>
      {text}
    </Link>
  )
}
