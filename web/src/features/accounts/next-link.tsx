import { Link } from '../../lib/router/link.tsx'
import { useNextLink } from '../../lib/use-next-link.ts'
import { buttonClass } from '../../ui/button.tsx'

/** A link to the product if signed in, otherwise to sign-in. */
export function NextLink({ isMain = false }: { isMain?: boolean }) {
  const { to, text } = useNextLink()
  return (
    <Link to={to} className={isMain ? buttonClass('primary', 'l') : 'link'}>
      {text}
    </Link>
  )
}
