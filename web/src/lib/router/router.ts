import type { ComponentType } from 'react'
import type { History } from './history.ts'
import { locate } from './location.ts'
import type { Location, Target } from './location.ts'
import { createMatcher } from './match-routes.ts'
import type { Match, Params, Route } from './match-routes.ts'

/** How a page was reached: by going back or forth (or as the first), as a new entry, or in place of the last. */
export type Arrival = 'POP' | 'PUSH' | 'REPLACE'

/** What shows. */
export interface Page {
  location: Location
  params: Params
  arrival: Arrival
  /** What each route shows, the outermost first. */
  levels: readonly Pick<Route, 'Component' | 'ErrorBoundary'>[]
  /** The innermost level could not be loaded: its error boundary shows this. */
  failure: { error: unknown } | null
}

export type Navigation = { state: 'idle'; location?: undefined } | { state: 'loading'; location: Location }

export interface RouterState {
  location: Location
  /** Null until the first page's code is there. */
  page: Page | null
  navigation: Navigation
}

export interface NavigateOptions {
  replace?: boolean
  state?: unknown
}

/** Asked before a page is left: true to stay. What was asked for can be done later by `leave`. */
export type StayOrLeave = (way: { from: Location; to: Location; leave: () => void }) => boolean

/** Where the browser is after a refused move, until it is back at the page that shows: so many entries from it. */
interface Astray {
  by: number
  onReturn: () => void
}

const IDLE: Navigation = { state: 'idle' }

/**
 * Shows one page after another as the user goes through links and the browser's history. A page stays until the code of
 * the next one is there; a later navigation ends one still loading.
 */
export class Router {
  state: RouterState
  readonly #history: History
  readonly #match: (pathname: string) => Match | null
  readonly #loaded = new Map<Route, ComponentType>()
  readonly #listeners = new Set<(state: RouterState) => void>()
  #turn = 0
  #stayOrLeave: StayOrLeave | null = null
  #astray: Astray | null = null
  #isLeaving = false

  constructor(routes: readonly Route[], history: History) {
    this.#history = history
    this.#match = createMatcher(routes)
    this.state = { location: history.read(), page: null, navigation: IDLE }
    history.onMove((delta) => this.#follow(delta))
    void this.#open(this.state.location, 'POP')
  }

  /** Calls back with each new state. Returns the unsubscribe function. */
  subscribe(listener: (state: RouterState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes to a page, or so many entries forth or back. Resolves when it shows, or another navigation came first. */
  readonly navigate = async (to: Target | number, { replace = false, state }: NavigateOptions = {}): Promise<void> => {
    if (typeof to === 'number') return this.#history.go(to)
    const next = locate(to, this.state.location.pathname, state)
    const open = () => this.#open(next, replace ? 'REPLACE' : 'PUSH')
    if (!this.#mustStay(next, () => void open())) await open()
  }

  /** Has each navigation ask this first, one such question at a time. Returns a function that ends it. */
  askBeforeLeaving(stayOrLeave: StayOrLeave): () => void {
    this.#stayOrLeave = stayOrLeave
    return () => {
      if (this.#stayOrLeave === stayOrLeave) this.#stayOrLeave = null
    }
  }

  #mustStay(to: Location, leave: () => void): boolean {
    return this.#stayOrLeave?.({ from: this.state.location, to, leave }) === true
  }

  /** After a move in the browser's history. A refused one is taken back. */
  #follow(delta: number | null) {
    // An entry that the browser added has cut off the way back: what it says shows.
    if (this.#astray && delta !== null) return this.#followBack(this.#astray, delta)
    this.#astray = null
    const next = this.#history.read()
    if (delta && !this.#isLeaving) {
      let returned: () => void = () => undefined
      const isBack = new Promise<void>((resolve) => (returned = resolve))
      const leave = async () => {
        await isBack
        this.#isLeaving = true
        this.#history.go(delta)
      }
      if (this.#mustStay(next, () => void leave())) {
        this.#astray = { by: delta, onReturn: returned }
        this.#history.go(-delta)
        return
      }
    }
    this.#isLeaving = false
    void this.#open(next, 'POP')
  }

  /** After a move while the browser is taken back: that one, or another of the user's, for which some browsers drop it. */
  #followBack(astray: Astray, delta: number) {
    const by = astray.by + delta
    this.#astray = by === 0 ? null : { ...astray, by }
    if (this.#astray) void this.#takeBackOnceSettled(this.#astray)
    else astray.onReturn()
  }

  async #takeBackOnceSettled(astray: Astray) {
    await this.#history.settled()
    if (this.#astray === astray) this.#history.go(-astray.by)
  }

  async #open(location: Location, arrival: Arrival): Promise<void> {
    const turn = ++this.#turn
    const match = this.#match(location.pathname)
    if (!match) throw new Error(`No route has the path ${location.pathname}`)
    for (const { redirect } of match.routes) {
      const to = redirect?.({ ...location, params: match.params })
      // The browser's history is already at an address that does not show.
      if (to) return this.#open(locate(to, location.pathname), arrival === 'POP' ? 'REPLACE' : arrival)
    }
    const missing = match.routes.filter((route) => route.load && !this.#loaded.has(route))
    let failure: { at: Route; error: unknown } | null = null
    if (missing.length > 0) {
      this.#set({ navigation: { state: 'loading', location } })
      const failures = await Promise.all(missing.map((route) => this.#load(route)))
      if (turn !== this.#turn) return
      failure = failures.find((failed) => failed !== null) ?? null
    }
    if (arrival !== 'POP') this.#history.write(location, { replace: arrival === 'REPLACE' })
    this.#set({ location, page: this.#pageOf(location, arrival, match, failure), navigation: IDLE })
  }

  async #load(route: Route): Promise<{ at: Route; error: unknown } | null> {
    try {
      const Component = await route.load?.()
      if (Component) this.#loaded.set(route, Component)
      return null
    } catch (error) {
      return { at: route, error }
    }
  }

  #pageOf(
    location: Location,
    arrival: Arrival,
    { routes, params }: Match,
    failure: { at: Route; error: unknown } | null,
  ): Page {
    const shown = failure ? routesUntilBoundary(routes, failure.at) : routes
    const levels = shown.map((route) => {
      const Component = route.Component ?? this.#loaded.get(route)
      return { ...(Component && { Component }), ...(route.ErrorBoundary && { ErrorBoundary: route.ErrorBoundary }) }
    })
    return { location, params, arrival, levels, failure: failure && { error: failure.error } }
  }

  #set(change: Partial<RouterState>) {
    this.state = { ...this.state, ...change }
    for (const listener of this.#listeners) listener(this.state)
  }
}

/** The routes down to the nearest one with an error boundary, at or above the one that failed. */
function routesUntilBoundary(routes: readonly Route[], failed: Route): readonly Route[] {
  const above = routes.slice(0, routes.indexOf(failed) + 1)
  return above.slice(0, above.findLastIndex(({ ErrorBoundary }) => ErrorBoundary) + 1)
}
