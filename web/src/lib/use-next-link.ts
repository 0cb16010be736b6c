import { useToken } from './session.ts'

/** Where a public screen leads on to: the product for who is signed in, sign-in for who is not. */
export function useNextLink(): { to: string; text: string } {
  const isSignedIn = useToken() !== null
  return isSignedIn ? { to: '/', text: 'Continue to Leadlight' } : { to: '/sign-in', text: 'Go to sign in' }
}
