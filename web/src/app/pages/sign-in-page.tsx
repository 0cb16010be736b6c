import { useNavigate } from '../../lib/router/use-router.ts'
import { SignInForm } from '../../features/accounts/sign-in-form.tsx'
import { takeReturnTo } from '../../lib/return-to.ts'

export function SignInPage() {
  const navigate = useNavigate()
  return <SignInForm onSignedIn={() => void navigate(takeReturnTo(), { replace: true })} />
}
