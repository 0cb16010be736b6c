import { expect, test } from 'vitest'
import { normalizeTitle } from './normalize-title.ts'

test.each([
  ['Staff Engineer', 'Staff Engineer'],
  ['Sr. SWE', 'Senior Software Engineer'],
  ['sr backend eng', 'Senior backend Engineer'],
  ['Jr Dev', 'Junior Developer'],
  ['vp eng', 'VP Engineering'],
  ['Head of Eng', 'Head of Engineering'],
  ['Eng manager', 'Engineering manager'],
  ['Product mgr.', 'Product Manager'],
  ['cofounder & ceo', 'Co-founder & CEO'],
  ['Co-founder & CEO', 'Co-founder & CEO'],
  ['full stack developer', 'Full-stack developer'],
  ['Fullstack dev', 'Full-stack Developer'],
  ['DATA SCIENTIST', 'Data scientist'],
  ['CTO', 'CTO'],
  ['sre', 'SRE'],
  ['Dev rel', 'Dev rel'],
  ['DevOps engineer', 'DevOps engineer'],
  ['devrel', 'Developer relations'],
  ['data scientist', 'Data scientist'],
  ['Vice President of Sales', 'VP of Sales'],
  ['PM', 'PM'],
  ['sysadmin', 'System administrator'],
  ['Ingénieure logiciel', 'Ingénieure logiciel'],
  ['', ''],
])('%j reads %j', (title, normal) => {
  expect(normalizeTitle(title)).toBe(normal)
  expect(normalizeTitle(normal)).toBe(normal)
})
