/** Where the installation of this run answers. */
export function installationUrl(): string {
  return required('LEADLIGHT_URL')
}

/** The home page of the business that the doubles serve. */
export function websiteUrl(): string {
  return required('LEADLIGHT_WEBSITE_URL')
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the installation of this run has not been started`)
  return value
}
