const COOKIE = 'leadlight_device'

/** Over TLS its prefix makes browsers keep it to this host, so that no other host of the domain can set it. */
export function deviceMarkCookie(isSecure: boolean): string {
  return isSecure ? `__Host-${COOKIE}` : COOKIE
}

/** The mark among a request's cookies, not checked yet. */
export function deviceMarkIn(cookies: Readonly<Record<string, string>>): string | undefined {
  return cookies[deviceMarkCookie(true)] ?? cookies[deviceMarkCookie(false)]
}
