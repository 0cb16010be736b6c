import { Component, createContext, memo, use } from 'react'
import type { ComponentType, ReactNode } from 'react'
import type { Location } from './location.ts'
import { ErrorContext, usePage } from './use-router.ts'

const DepthContext = createContext(0)

/** In a layout: what its inner route shows. */
export function InnerRoute() {
  return <Level depth={use(DepthContext) + 1} />
}

/** What the route at this depth of the page shows, or its error boundary. Only a new page renders it again. */
export const Level = memo(function Level({ depth }: { depth: number }) {
  const { levels, failure, location } = usePage()
  const level = levels[depth]
  if (!level) return null
  const { Component = InnerRoute, ErrorBoundary } = level
  const isFailed = failure !== null && depth === levels.length - 1
  return (
    <DepthContext value={depth}>
      {ErrorBoundary ? (
        <Boundary location={location} Fallback={ErrorBoundary} failure={isFailed ? failure : null}>
          <Component />
        </Boundary>
      ) : (
        <Component />
      )}
    </DepthContext>
  )
})

interface BoundaryProps {
  location: Location
  Fallback: ComponentType
  /** Known before rendering. */
  failure: { error: unknown } | null
  children: ReactNode
}

interface BoundaryState {
  location: Location
  thrown: { error: unknown } | null
}

/** Shows what a route's children throw, until the location changes. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { location: this.props.location, thrown: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return location === state.location ? null : { location, thrown: null }
  }

  override render() {
    const { Fallback, children } = this.props
    const failure = this.state.thrown ?? this.props.failure
    if (!failure) return children
    return (
      <ErrorContext value={failure.error}>
        <Fallback />
      </ErrorContext>
    )
  }
}
