export interface Call {
  method: string
  path: string
  body?: unknown
  token?: string | undefined
}

/** Makes a call of the demo's to the installation at an address; anything but success is an error. */
export async function ask<Reply>(address: string, { method, path, body, token }: Call): Promise<Reply> {
  const response = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new Error(`The demo could not be seeded: ${method} ${path} answered ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Reply
}
