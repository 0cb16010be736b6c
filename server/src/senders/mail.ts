/** A part of a longer mail, such as one lead of several. Absent parts are left out. */
export interface MailBlock {
  heading?: string
  /** The heading's link. */
  url?: string
  /** Smaller, below the heading. */
  about?: string
  lines?: readonly string[]
  /** Other people's words, set off. */
  quotes?: readonly string[]
  rows?: readonly { label: string; value: string }[]
}

/** One mail as the product words it; the sender decides how it looks as text and as HTML. */
export interface Mail {
  /** Unique for the mail's subject matter, so that one sent twice after a crash is recognised (Message-ID). */
  key: string
  to: string
  subject: string
  /** Paragraphs of plain text, before the button. */
  paragraphs: readonly string[]
  /** After the paragraphs, in this order. */
  blocks?: readonly MailBlock[]
  /** The one thing to do, as a button in HTML and a bare address in text. */
  action?: { label: string; url: string }
  /** Smaller, after the button: why this mail came, when the link ends. */
  footnotes?: readonly string[]
  /** Smaller still, after the footnotes. */
  links?: readonly { label: string; url: string }[]
  /**
   * How to stop these mails: the last line for readers, and a header that mail programs post to at one click (RFC
   * 8058). The address requires no sign-in.
   */
  unsubscribe?: { label: string; url: string }
}

/** Why a mail was not accepted, by who can act: its reader, or whoever runs the mail server. */
export type MailFailure = 'address_refused' | 'not_taken'

/** A mail server's refusal. Its message is the server's own, without the address, and for the log. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure

  constructor(failure: MailFailure, said: string) {
    super(said)
    this.failure = failure
  }
}

export interface Mailer {
  /** Whether mails leave the installation, or are written to its outbox folder. */
  readonly kind: 'smtp' | 'outbox'
  /**
   * Resolves once the mail was accepted. Otherwise it rejects, with a MailError where a server refused, and the sending
   * job tries again. Never called in a transaction.
   */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
