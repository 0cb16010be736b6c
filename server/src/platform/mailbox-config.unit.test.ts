import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const at = (IMAP_URL: string, IMAP_ADDRESS?: string) => readConfig({ IMAP_URL, IMAP_ADDRESS }).mailbox

test('a mailbox is read where it is named, by default the inbox of a user that is an address', () => {
  expect(readConfig({}).mailbox).toBeUndefined()
  expect(at('imaps://leads%40example.org:a%2Fb%3A%40c@imap.example.org')).toEqual({
    host: 'imap.example.org',
    port: 993,
    isSecure: true,
    requiresTls: true,
    user: 'leads@example.org',
    password: 'a/b:@c',
    folder: 'INBOX',
    address: 'leads+*@example.org',
  })
  expect(at('imap://rosa:x@[::1]:1143/Alerts%2FLeads', '*@in.example.org')).toMatchObject({
    host: '::1',
    port: 1143,
    isSecure: false,
    requiresTls: false,
    folder: 'Alerts/Leads',
    address: '*@in.example.org',
  })
  expect(at('imap://rosa:x@localhost', 'alerts-*@example.org')).toMatchObject({ port: 143, address: 'alerts-*@example.org' }) // oxfmt-ignore
  expect(at('imap://rosa:x@127.0.0.2', 'leads+x.*@example.org')).toMatchObject({ requiresTls: false, address: 'leads+x.*@example.org' }) // oxfmt-ignore
  expect(at('imap://rosa:x@127.0.0.1.example.org', '*@example.org')).toMatchObject({ requiresTls: true })
})

test.each([
  ['https://imap.example.org', undefined, 'IMAP_URL is not usable: Must be an address such as imaps://'],
  ['imaps://imap.example.org', 'a@example.org', 'IMAP_URL is not usable: Must name a user and a password'],
  ['imaps://rosa@imap.example.org', 'a@example.org', 'IMAP_URL is not usable: Must name a user and a password'],
  ['imaps://ro%ZZ:x@imap.example.org', 'a@example.org', 'IMAP_URL is not usable: Must name a user and a password'],
  ['imaps://rosa:x@imap.example.org', undefined, 'IMAP_ADDRESS is missing, while IMAP_URL is set'],
  ['imaps://rosa:x@imap.example.org', 'nowhere', 'IMAP_ADDRESS is not usable: Must be an address such as'],
  ['imaps://rosa:x@imap.example.org', '*+*@example.org', 'IMAP_ADDRESS is not usable'],
  ['imaps://rosa:x@imap.example.org', 'leads*@example.org', 'IMAP_ADDRESS is not usable: Must be an address such as leads@example.org, *@in.example.org or leads-*@example.org, where * stands right before the @'], // oxfmt-ignore
  ['imaps://rosa:x@imap.example.org', '*-leads@example.org', 'IMAP_ADDRESS is not usable'],
  ['imaps://rosa:x@imap.example.org', 'le*ads@example.org', 'IMAP_ADDRESS is not usable'],
  ['imaps://rosa:x@imap.example.org', `${'a'.repeat(32)}@example.org`, 'with room for 32 letters before the @'],
  ['', 'a@example.org', 'IMAP_URL is missing, while IMAP_ADDRESS is set'],
])('%s with the address %s stops the start with a sentence that names the variable', (url, address, why) => {
  expect(() => at(url, address)).toThrow(why)
  expect(() => at(url, address)).not.toThrow(/:x@/u)
})
