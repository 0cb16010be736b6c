import type { ComponentProps, MouseEvent } from 'react'
import { locate, pathOf } from './location.ts'
import type { Target } from './location.ts'
import { useRouter } from './use-router.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: Target
  /** Whether it takes the current entry's place in the history. A link to where one is already does. */
  replace?: boolean
  /** Passed on to the next page. */
  state?: unknown
}

/** A link within the product. With a key held down, or a target, it is the browser's. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const router = useRouter()
  const href = pathOf(locate(to, router.state.location.pathname))
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0 || isForBrowser(event)) return
    if (rest.target !== undefined && rest.target !== '_self') return
    event.preventDefault()
    void router.navigate(href, { replace: replace ?? href === pathOf(router.state.location), state })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

function isForBrowser({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return metaKey || altKey || ctrlKey || shiftKey
}
