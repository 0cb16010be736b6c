import type { ProjectIds } from '../../platform/actor.ts'
import { LEAD_FILTERS } from '@leadlight/domain/filters'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Conditions } from '../../platform/list-filter.ts'
import { LEAD_CONDITIONS } from './lead-filter.ts'

test('a filter without its condition does not compile', () => {
  const declared = { ...LEAD_FILTERS, isUrgent: { parameter: 'is_urgent', kind: 'only' } } as const
  // @ts-expect-error the condition of isUrgent is missing
  const without: Conditions<typeof declared, ProjectIds> = LEAD_CONDITIONS
  const ofText = (text: string) => sql<boolean>`lead.urgency = ${text}`
  // @ts-expect-error the filter holds no text
  const wrong: Conditions<typeof declared, ProjectIds> = { ...LEAD_CONDITIONS, isUrgent: ofText }
  const whole: Conditions<typeof declared, ProjectIds> = { ...LEAD_CONDITIONS, isUrgent: () => sql`lead.is_urgent` }
  expect([without, wrong, whole].map((conditions) => 'isUrgent' in conditions)).toEqual([false, true, true])
})
