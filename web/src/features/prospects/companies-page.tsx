import type { Company } from '@leadlight/contract/prospects'
import { useParams } from '../../lib/router/use-router.ts'
import useSWR from 'swr'
import { getCompany } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { COMPANIES } from './companies-kind.tsx'
import { CompanyArticle } from './company-article.tsx'
import { ProspectPage } from './prospect-page.tsx'
import { ProspectScreen } from './prospect-screen.tsx'
import { shownOf } from './prospect-shown.ts'

/** The companies behind a project's leads, and the open one if the URL names it. */
export function CompaniesPage() {
  const { projectId = '', id = null } = useParams()
  const company = useSWR<Company, unknown>(id ? keys.company(id) : null, ([, companyId]: readonly [string, string]) =>
    call(getCompany, { params: { projectId, id: companyId } }),
  )
  const shown = shownOf(company)
  usePageTitle(shown?.name ?? 'Companies')
  return (
    <ProspectScreen kind={COMPANIES} projectId={projectId} openId={id} one={shown}>
      {(prospects) => (
        <ProspectPage one={company} prospects={prospects}>
          {(data) => <CompanyArticle key={data.id} prospects={prospects} company={data} />}
        </ProspectPage>
      )}
    </ProspectScreen>
  )
}
