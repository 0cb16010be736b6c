import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useNavigate } from '../router/use-router.ts'
import { useStable } from '../use-stable.ts'
import type { Following } from './following.ts'
import { createFollowing } from './following.ts'
import type { ListStore } from './list-store.ts'
import type { Row } from './loaded-rows.ts'
import type { FeedHandle } from './use-virtual-rows.ts'

/** Keys that only step through the list. Any other key may act on the current row, so the URL must have caught up. */
const STEP = /^(?:[jk0-9]|Home|End)$/u
const INTENTS = ['keydown', 'pointerdown', 'click'] as const

/** The paths of a list and of its rows. */
export interface RowLinks {
  list: string
  row: (id: string) => string
}

interface PositionOptions<Item extends Row> {
  store: ListStore<Item>
  openId: string | null
  links: RowLinks
  feed: RefObject<FeedHandle | null>
}

/**
 * Steps through the list. Its values are current when read: a step draws only the rows it affects, and URL and pane
 * follow after the paint.
 */
export function usePosition<Item extends Row>({ store, openId, links, feed }: PositionOptions<Item>) {
  const { visit, visitNext, following } = useRowUrl({ store, openId, links })
  const setCurrentId = useStable((id: string) => {
    if (store.get().currentId !== id) store.set({ currentId: id })
  })
  const open = useStable((id: string) => {
    following.cancel()
    store.set({ currentId: id, openId: id })
    visitNext(id)
  })
  const close = useStable(({ replace = false } = {}) => {
    following.cancel()
    store.set({ openId: null })
    visit(null, replace)
  })
  const goTo = useStable((row: Item | undefined) => {
    if (!row) return
    const isOpen = store.get().openId !== null
    feed.current?.showRow(row.id, !isOpen)
    if (!isOpen) return setCurrentId(row.id)
    store.set({ currentId: row.id, openId: row.id })
    following.step(row.id)
  })
  const lastOpenId = useRef(openId)
  useEffect(() => {
    // Back in the list, the focus goes to the row just left.
    if (openId === null && lastOpenId.current) feed.current?.showRow(store.get().currentId ?? lastOpenId.current, true)
    lastOpenId.current = openId
  }, [store, openId, feed])
  return useMemo(() => positionIn(store, { goTo, open, close, setCurrentId }), [store, goTo, open, close, setCurrentId])
}

export type Position<Item extends Row> = ReturnType<typeof usePosition<Item>>

function positionIn<Item extends Row, Actions extends object>(store: ListStore<Item>, actions: Actions) {
  const items = () => store.get().loaded?.items ?? []
  const getters = {
    get currentId() {
      return store.get().currentId
    },
    /** The row that is open, or about to be. */
    get openId() {
      return store.get().openId
    },
    get index() {
      return store.get().index
    },
    get next() {
      return items()[store.get().index + 1]
    },
    get previous() {
      return items()[store.get().index - 1]
    },
    get first() {
      return items()[0]
    },
    get last() {
      return items().at(-1)
    },
  }
  // Not spread: that would read the getters only once.
  return Object.assign(getters, actions)
}

/**
 * Keeps the URL and the open row in step: writes the row's path (null is the list), and adopts changes made elsewhere.
 */
function useRowUrl<Item extends Row>({ store, openId, links }: Omit<PositionOptions<Item>, 'feed'>) {
  const navigate = useNavigate()
  /** The row that the URL is heading for; undefined once it is there. */
  const headingFor = useRef<string | null | undefined>(undefined)
  const visit = useStable((id: string | null, replace: boolean) => {
    headingFor.current = id
    void navigate(id === null ? links.list : links.row(id), { replace })
  })
  const visitNext = useStable((id: string) => visit(id, openId !== null))
  const [following] = useState(() => createFollowing(visitNext))
  const adoptUrl = useStable(() => {
    headingFor.current = undefined
    store.set({ openId, ...(openId === null ? {} : { currentId: openId }) })
  })
  useLayoutEffect(() => {
    if (headingFor.current !== undefined && headingFor.current !== openId) return
    adoptUrl()
  }, [openId, adoptUrl])
  useIntents(following, adoptUrl)
  return { visit, visitNext, following }
}

/** Any other action first settles the URL; the browser's own history wins. */
function useIntents(following: Following, adoptUrl: () => void) {
  useEffect(() => {
    function settle(event: Event) {
      if (!(event instanceof KeyboardEvent && STEP.test(event.key))) following.settle()
    }
    function onPopState() {
      following.cancel()
      adoptUrl()
    }
    for (const name of INTENTS) window.addEventListener(name, settle, { capture: true })
    window.addEventListener('popstate', onPopState)
    return () => {
      following.cancel()
      for (const name of INTENTS) window.removeEventListener(name, settle, { capture: true })
      window.removeEventListener('popstate', onPopState)
    }
  }, [following, adoptUrl])
}
