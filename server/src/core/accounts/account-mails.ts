import type { Mail } from '../../senders/mail.ts'
import type { Notice } from './mail-jobs.ts'

/** The recipient of a mail, and the public address its link leads to. */
interface Envelope {
  key: string
  to: string
  publicUrl: string
}

type Link = Envelope & { token: string }

export function verificationMail({ publicUrl, token, ...envelope }: Link): Mail {
  return {
    ...envelope,
    subject: 'Confirm your email address',
    paragraphs: ['There is a Leadlight account with this address. Confirm that the address is yours.'],
    action: { label: 'Confirm the address', url: `${publicUrl}/verify-user?token=${token}` },
    footnotes: [
      'The link works for 24 hours. Where you are not signed in, it asks for your password.',
      'If you made no account, ignore this mail, or open the link and choose “Set a new one”: the account is yours then.',
    ],
  }
}

export function resetMail({ publicUrl, token, ...envelope }: Link): Mail {
  return {
    ...envelope,
    subject: 'Choose a new password',
    paragraphs: ['Somebody asked to choose a new password for the Leadlight account with this address.'],
    action: { label: 'Choose a new password', url: `${publicUrl}/reset-password?token=${token}` },
    footnotes: [
      'The link works once, for an hour.',
      'If it was not you, ignore this mail. Your password stays as it is.',
    ],
  }
}

export function emailChangeMail({ publicUrl, token, ...envelope }: Link): Mail {
  return {
    ...envelope,
    subject: 'Confirm your new email address',
    paragraphs: ['Somebody asked to use this address for their Leadlight account. Confirm that it was you.'],
    action: { label: 'Use this address', url: `${publicUrl}/verify-user?email_change=${token}` },
    footnotes: ['The link works once, for an hour.', 'If it was not you, ignore this mail. Nothing changes.'],
  }
}

export function noticeMail({ publicUrl, notice, at, ...envelope }: Envelope & { notice: Notice; at: Date }): Mail {
  const when = at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const lines = NOTICES[notice]
  return {
    ...envelope,
    subject: lines.subject,
    paragraphs: [`${lines.done} on ${when} UTC.`, lines.advice],
    action: { label: lines.label, url: publicUrl + lines.path },
  }
}

const NOTICES: Record<Notice, { subject: string; done: string; advice: string; label: string; path: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    done: 'The password of your Leadlight account was changed',
    advice: 'If it was not you, choose a new one now. That also signs out everybody who uses your account.',
    label: 'Choose a new password',
    path: '/forgot-password',
  },
  email_changed: {
    subject: 'Your email address was changed',
    done: 'Your Leadlight account was given another email address',
    advice: 'This one no longer belongs to it. If it was not you, tell the people who run this installation.',
    label: 'Contact',
    path: '/contact',
  },
  account_deleted: {
    subject: 'Your account was deleted',
    done: 'Your Leadlight account was deleted',
    advice: 'If it was not you, tell the people who run this installation.',
    label: 'Contact',
    path: '/contact',
  },
}
