import { expect, test } from 'vitest'
import { defaultProjectName, isNamedByDefault, postsBanner } from './projects.ts'

const complete = { business_name: 'Netscope', business_description: 'Monitoring', purpose: 'Find leads' }

test.each([
  {
    project: { ...complete, business_name: ' ' },
    signals: 1,
    text: 'Complete your business profile to improve lead quality',
  },
  {
    project: { ...complete, business_description: null },
    signals: 0,
    text: 'Complete your business profile to improve lead quality',
  },
  { project: { ...complete, purpose: null }, signals: 0, text: 'Define your business purpose to find better leads' },
  { project: complete, signals: 0, text: 'Add intent signals to identify high-quality leads' },
])('the banner shows one message by priority: $text', ({ project, signals, text }) => {
  expect(postsBanner(project, signals)?.text).toBe(text)
})

test('the banner shows nothing if profile, purpose and a signal are there', () => {
  expect(postsBanner(complete, 1)).toBeNull()
})

test.each([
  { website: 'https://www.acme.example', name: 'acme.example' },
  { website: 'http://acme.example/shop?x=1', name: 'acme.example' },
  { website: 'https://acme.example:8443', name: 'acme.example:8443' },
  { website: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.example`, name: `${'a'.repeat(60)}.${'b'.repeat(39)}` },
  { website: null, name: 'New Project' },
])('a project with the website $website is called $name', ({ website, name }) => {
  expect(defaultProjectName(website)).toBe(name)
})

const acme = { name: 'acme.example', website: 'https://www.acme.example', business_name: 'Acme' }

test.each([
  { project: acme, isDefault: true },
  { project: { ...acme, name: 'Acme' }, isDefault: true },
  { project: { ...acme, name: 'New Project', website: null, business_name: null }, isDefault: true },
  { project: { ...acme, name: 'n'.repeat(100), business_name: 'n'.repeat(150) }, isDefault: true },
  { project: { ...acme, name: 'acme' }, isDefault: false },
  { project: { ...acme, name: 'Spring campaign' }, isDefault: false },
  { project: { ...acme, name: 'Spring campaign', website: null }, isDefault: false },
])('the name of $project is a default: $isDefault', ({ project, isDefault }) => {
  expect(isNamedByDefault(project)).toBe(isDefault)
})
