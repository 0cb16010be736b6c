import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AuthCard } from '../../features/accounts/auth-card.tsx'

/** A public screen that is still to come, or that is the installation's own to fill. */
function PlainPublic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard
      title={title}
      footer={
        <Link to="/sign-in" className="link">
          Back to sign in
        </Link>
      }
    >
      <div className="grid gap-3 text-ink-2">{children}</div>
    </AuthCard>
  )
}

const askOperator = 'Until then, ask the person who runs this installation.'

export const plainPublicPages = {
  invite: () => (
    <PlainPublic title="Your invite">
      <p>Invites to an organization will be answered here. Today everybody starts with an organization of their own.</p>
    </PlainPublic>
  ),
  'forgot-password': () => (
    <PlainPublic title="Forgot your password">
      <p>A link to choose a new password will be sent from here. {askOperator}</p>
    </PlainPublic>
  ),
  'check-your-email-password-reset': () => (
    <PlainPublic title="Check your email">
      <p>This page will follow a request for a new password. No such mail is sent yet. {askOperator}</p>
    </PlainPublic>
  ),
  'reset-password': () => (
    <PlainPublic title="Choose a new password">
      <p>The link in a password mail will lead here. No such mail is sent yet. {askOperator}</p>
    </PlainPublic>
  ),
  'verify-user': () => (
    <PlainPublic title="Confirm your email">
      <p>The link in a confirmation mail will lead here. Today an account works without it.</p>
    </PlainPublic>
  ),
  'google-auth-callback': () => (
    <PlainPublic title="Sign in with Google">
      <p>Google will lead back here. Today this installation signs people in by email and password.</p>
    </PlainPublic>
  ),
  'slack-callback': () => (
    <PlainPublic title="Connect Slack">
      <p>Slack will lead back here once it can be connected. Today new leads show up live in Posts.</p>
    </PlainPublic>
  ),
  contact: () => (
    <PlainPublic title="Contact">
      <p>
        This is an installation of Leadlight that somebody runs for you. Turn to them with questions about your account
        or your data; once signed in, Send feedback reaches them.
      </p>
    </PlainPublic>
  ),
  privacy: () => (
    <PlainPublic title="Privacy Policy">
      <p>
        Leadlight keeps your account, your projects, and public posts that fit your signals, on the server of whoever
        runs this installation. It sends no usage data to the makers of Leadlight.
      </p>
      <p>Whoever runs this installation answers for it and may add a policy of their own.</p>
    </PlainPublic>
  ),
  terms: () => (
    <PlainPublic title="Terms & Conditions">
      <p>
        Leadlight is free software under the MIT licence and comes without warranty. Whoever runs this installation
        decides who may use it, and how.
      </p>
    </PlainPublic>
  ),
}
