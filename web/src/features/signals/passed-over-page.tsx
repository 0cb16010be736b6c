import type { PassedOverList } from '@leadlight/contract/passed-over'
import { LEAD_FILTERS, SEARCHED_ADDRESS_MAX } from '@leadlight/domain/filters'
import { Search, SearchX } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { useParams } from '../../lib/router/use-router.ts'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { useCan } from '../../lib/current-user.ts'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { PASSED_OVER } from '../../lib/passed-over-path.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useTypedText } from '../../lib/rows/use-typed-text.ts'
import { useNow } from '../../lib/use-now.ts'
import { useStable } from '../../lib/use-stable.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { PassedOverPost } from './passed-over-post.tsx'
import { usePassedOver } from './use-passed-over.ts'

const ALL = 'all'

/** What the project's signals collected and did not keep: a post is found by its words or its address, and says why. */
export function PassedOverPage() {
  usePageTitle('Passed-over posts')
  const { projectId = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const signalId = params.get(PASSED_OVER.signal) ?? ''
  const text = params.get(PASSED_OVER.text) ?? ''
  const setText = useStable((words: string) => setParams(withParam(PASSED_OVER.text, words), { replace: true }))
  const [typed, setTyped] = useTypedText(text, setText)
  const { data: signals = [] } = useIntentSignals(projectId)
  const { data, error, isValidating, isLoading, reload } = usePassedOver(projectId, { text, signalId })
  return (
    <Page
      title="Passed-over posts"
      subtitle="What your signals collected and did not keep, the nearest first. Each says why."
    >
      <div className="grid max-w-190 gap-4">
        <div className="flex flex-wrap gap-2">
          <SearchInput
            label="Find a passed-over post"
            placeholder="Words of the post, or its address"
            icon={<Search aria-hidden="true" />}
            className="min-w-0 flex-1 basis-64 [&_input]:h-9"
            value={typed}
            maxLength={SEARCHED_ADDRESS_MAX}
            onText={setTyped}
          />
          {(signals.length > 1 || signalId !== '') && (
            <Select
              label="Signal"
              value={signalId === '' ? ALL : signalId}
              className="grow basis-64 sm:max-w-72"
              options={[
                { value: ALL, label: 'Every signal' },
                ...signals.map(({ id, intent_signal }) => ({ value: id, label: intent_signal })),
              ]}
              onChange={(chosen) =>
                setParams(withParam(PASSED_OVER.signal, chosen === ALL ? '' : chosen), { replace: true })
              }
            />
          )}
        </div>
        {data && !(isLoading && data.items.length === 0) ? (
          <Found projectId={projectId} list={data} text={text} signalId={signalId} />
        ) : error === undefined ? (
          <SkeletonGroup label="Loading the posts" className="grid gap-3">
            <Skeleton className="h-28 w-full rounded-card" />
            <Skeleton className="h-28 w-full rounded-card" />
          </SkeletonGroup>
        ) : (
          <ErrorState title="The posts could not be loaded" onRetry={reload} retrying={isValidating}>
            {messageOf(error)}
          </ErrorState>
        )}
      </div>
    </Page>
  )
}

function withParam(name: string, value: string) {
  return (before: URLSearchParams) => {
    const after = new URLSearchParams(before)
    if (value === '') after.delete(name)
    else after.set(name, value)
    return after
  }
}

function Found({ list, ...asked }: NothingProps & { list: PassedOverList }) {
  const { projectId } = asked
  const now = useNow()
  if (list.items.length === 0) return <Nothing {...asked} />
  return (
    <>
      <ul aria-label="Passed-over posts" className="grid gap-3">
        {list.items.map((post) => (
          <li key={post.post_id} className="min-w-0">
            <PassedOverPost projectId={projectId} post={post} keptFrom={list.kept_from} now={now} />
          </li>
        ))}
      </ul>
      {list.is_more && (
        <p className="text-s text-ink-3">These are the {list.items.length} nearest. Search by words to see others.</p>
      )}
    </>
  )
}

interface NothingProps {
  projectId: string
  text: string
  /** Empty for every signal. */
  signalId: string
}

/** Whether the server looks for a post's address instead of its words. */
function isAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text.trim())
}

/** What is not here was never collected, or was kept. */
function Nothing({ projectId, text, signalId }: NothingProps) {
  const canReadSources = useCan('source.read')
  const sought = isAddress(text) ? 'this address' : 'these words'
  if (signalId !== '') {
    const every = text === '' ? '' : `?${new URLSearchParams({ [PASSED_OVER.text]: text })}`
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={text === '' ? 'This signal passed nothing over yet' : `This signal passed over no post with ${sought}`}
        action={
          <Link to={`/projects/${projectId}/passed-over${every}`} className={buttonClass()}>
            Look among every signal
          </Link>
        }
      >
        It kept the post, or did not collect it. Another signal may have passed it over.
      </EmptyState>
    )
  }
  if (text === '') {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title="Nothing was passed over yet">
        Once a search has judged posts, those it did not keep stand here.
      </EmptyState>
    )
  }
  const leads = new URLSearchParams({ [LEAD_FILTERS.text.parameter]: text })
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={`No passed-over post has ${sought}`}
      action={
        <>
          <Link to={`/projects/${projectId}/posts?${leads}`} className={buttonClass()}>
            Look among the leads
          </Link>
          {canReadSources && (
            <Link to={`/projects/${projectId}/sources`} className={buttonClass()}>
              See where it looks
            </Link>
          )}
        </>
      }
    >
      Leadlight kept the post, or has not collected it: no search came upon it, or its source is not on.
    </EmptyState>
  )
}
