import { Link } from 'react-router'

/** Under the card of a public screen; the address that was typed comes along. */
export function BackToSignIn({ email }: { email?: string | undefined }) {
  return (
    <Link to="/sign-in" state={{ email }} className="link">
      Back to sign in
    </Link>
  )
}
