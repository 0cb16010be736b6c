import { join } from 'node:path'

/** Where the installation of this run answers. */
export function installationUrl(): string {
  return required('LEADLIGHT_URL')
}

/** The home page of the business that the doubles serve. */
export function websiteUrl(): string {
  return required('LEADLIGHT_WEBSITE_URL')
}

/** A forum that projects can add. */
export function forumUrl(): string {
  return required('LEADLIGHT_FORUM_URL')
}

/** Where the installation writes the mails that it would send. */
export function outboxFolder(): string {
  return join(required('LEADLIGHT_DATA_DIR'), 'outbox')
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the installation of this run has not been started`)
  return value
}
