import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { useInstance } from '../../lib/instance.ts'
import { FOUND_IN_OUTBOX } from '../../lib/outbox.ts'
import { AuthCard } from './auth-card.tsx'
import { CHANGE_LINK, FollowLink, VERIFICATION_LINK } from './follow-link.tsx'
import { RequestVerification } from './request-verification.tsx'
import { NextLink } from './next-link.tsx'

/** The target of two mails' links: verifying an email address, and changing it. */
export function VerifyScreen() {
  const [params] = useSearchParams()
  const isMailed = useInstance()?.mail !== false
  const token = params.get('token')
  const change = params.get('email_change')
  if (token) return <FollowLink key={token} token={token} kind={VERIFICATION_LINK} />
  if (change) return <FollowLink key={change} token={change} kind={CHANGE_LINK} />
  return (
    <AuthCard
      title="Verify your email"
      subtitle={
        isMailed
          ? 'The link in the mail leads here. It can be sent again.'
          : `A link leads here. No mail is sent, so the person who runs Leadlight has it. ${FOUND_IN_OUTBOX}`
      }
      footer={<NextLink />}
    >
      <RequestVerification />
    </AuthCard>
  )
}
