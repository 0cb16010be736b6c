/** One mail as the product words it; how it looks as text and as HTML is the sender's. */
export interface Mail {
  /** Unique for what the mail is about, so that one sent twice after a crash is seen as one (Message-ID). */
  key: string
  to: string
  subject: string
  /** Paragraphs of plain text, before the button. */
  paragraphs: readonly string[]
  /** The one thing to do, as a button in HTML and a bare address in text. */
  action?: { label: string; url: string }
  /** Smaller, after the button: why this mail came, when the link ends. */
  footnotes?: readonly string[]
}

export interface Mailer {
  /** Whether mails leave the installation, or are written to its outbox folder. */
  readonly kind: 'smtp' | 'outbox'
  /** Resolves once the mail was accepted. Rejects where it was not, and the job that sends it tries again. Never in a transaction. */
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
