import { Link } from 'react-router'
import { useNextLink } from '../../lib/use-next-link.ts'
import { buttonClass } from '../../ui/button.tsx'

/** The link to sign in, or to the product for whoever is signed in. */
export function NextLink({ isMain = false }: { isMain?: boolean }) {
  const { to, text } = useNextLink()
  return (
    <Link to={to} className={isMain ? buttonClass('primary', 'l') : 'link'}>
      {text}
    </Link>
  )
}
