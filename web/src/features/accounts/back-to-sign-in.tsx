import { Link } from '../../lib/router/link.tsx'

/** The link below a public screen's card; it passes on the typed email address. */
export function BackToSignIn({ email }: { email?: string | undefined }) {
  return (
    <Link to="/sign-in" state={{ email }} className="link target inline-flex items-center">
      Back to sign in
    </Link>
  )
}
