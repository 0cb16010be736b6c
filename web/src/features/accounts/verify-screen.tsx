import { useSearchParams } from 'react-router'
import { AuthCard } from './auth-card.tsx'
import { CHANGE_LINK, FollowLink, VERIFICATION_LINK } from './follow-link.tsx'
import { RequestVerification } from './request-verification.tsx'
import { NextLink } from './next-link.tsx'

/** The target of two mails' links: verifying an email address, and changing it. */
export function VerifyScreen() {
  const [params] = useSearchParams()
  const token = params.get('token')
  const change = params.get('email_change')
  if (token) return <FollowLink key={token} token={token} kind={VERIFICATION_LINK} />
  if (change) return <FollowLink key={change} token={change} kind={CHANGE_LINK} />
  return (
    <AuthCard
      title="Verify your email"
      subtitle="The link in the mail leads here. It can be sent again."
      footer={<NextLink />}
    >
      <RequestVerification />
    </AuthCard>
  )
}
