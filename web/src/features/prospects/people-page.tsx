import type { Person } from '@leadlight/contract/prospects'
import { useParams } from '../../lib/router/use-router.ts'
import useSWR from 'swr'
import { getPerson } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { PEOPLE } from './people-kind.tsx'
import { PersonArticle } from './person-article.tsx'
import { ProspectPage } from './prospect-page.tsx'
import { ProspectScreen } from './prospect-screen.tsx'
import { shownOf } from './prospect-shown.ts'

/** The people behind a project's leads, and the open one if the URL names it. */
export function PeoplePage() {
  const { projectId = '', id = null } = useParams()
  const person = useSWR<Person, unknown>(id ? keys.person(id) : null, ([, personId]: readonly [string, string]) =>
    call(getPerson, { params: { projectId, id: personId } }),
  )
  const shown = shownOf(person)
  usePageTitle(shown?.name ?? 'People')
  return (
    <ProspectScreen kind={PEOPLE} projectId={projectId} openId={id} one={shown}>
      {(prospects) => (
        <ProspectPage one={person} prospects={prospects}>
          {(data) => <PersonArticle key={data.id} prospects={prospects} person={data} />}
        </ProspectPage>
      )}
    </ProspectScreen>
  )
}
