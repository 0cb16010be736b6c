import { Link } from 'react-router'

/** The link below a public screen's card; it passes on the typed email address. */
export function BackToSignIn({ email }: { email?: string | undefined }) {
  return (
    <Link to="/sign-in" state={{ email }} className="link">
      Back to sign in
    </Link>
  )
}
