import { useNavigate } from 'react-router'
import { SignInForm } from '../../features/accounts/sign-in-form.tsx'
import { takeWanted } from '../../lib/wanted.ts'

export function SignInPage() {
  const navigate = useNavigate()
  return <SignInForm onSignedIn={() => void navigate(takeWanted(), { replace: true })} />
}
