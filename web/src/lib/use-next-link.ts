import { useToken } from './session.ts'

/** Where a public screen links to: the product if signed in, otherwise the sign-in page. */
export function useNextLink(): { to: string; text: string } {
  const isSignedIn = useToken() !== null
  return isSignedIn ? { to: '/', text: 'Continue to Leadlight' } : { to: '/sign-in', text: 'Go to sign in' }
}
