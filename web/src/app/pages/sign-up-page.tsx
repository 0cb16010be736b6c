import { useNavigate } from '../../lib/router/use-router.ts'
import { SignUpForm } from '../../features/accounts/sign-up-form.tsx'
import { takeReturnTo } from '../../lib/return-to.ts'
import { showToast } from '../../ui/toast.tsx'

export function SignUpPage() {
  const navigate = useNavigate()
  function enter(problem: string | null) {
    if (problem) showToast({ kind: 'error', message: problem })
    void navigate(takeReturnTo(), { replace: true })
  }
  return <SignUpForm onSignedUp={enter} />
}
