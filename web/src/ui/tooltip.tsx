import {
  cloneElement,
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { FocusEvent, HTMLAttributes, PointerEvent, ReactElement, ReactNode, RefObject } from 'react'
import { createPortal } from 'react-dom'
import { placeTooltip } from './tooltip-placement.ts'
import type { TooltipSide } from './tooltip-placement.ts'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** How long the pointer may take from the element to its tooltip. */
const CROSSING_MS = 100

/** State shared by all tooltips: the open one, and when the last one closed. */
function createTooltips() {
  let hideOpen: (() => void) | null = null
  let closedAt = -Infinity
  return {
    opens(hide: () => void) {
      if (hideOpen !== hide) hideOpen?.()
      hideOpen = hide
    },
    closes(hide: () => void) {
      if (hideOpen !== hide) return
      hideOpen = null
      closedAt = performance.now()
    },
    isNextAtOnce: () => hideOpen !== null || performance.now() - closedAt < SKIP_DELAY_MS,
  }
}

const TooltipsContext = createContext(createTooltips())

/** Placed once at the root. A tooltip opens at once for 300 ms after another has closed. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [tooltips] = useState(createTooltips)
  return <TooltipsContext value={tooltips}>{children}</TooltipsContext>
}

interface TooltipProps {
  content: ReactNode
  /** The element described: it takes the focus and passes on its props. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
  /** How long the pointer rests before it opens; 700 ms by default. */
  delayMs?: number
  side?: TooltipSide
}

/**
 * A few words on hover or focus, never the only place that says something. It is our own because the first screen has
 * many: the menus' positioning code weighs more than that whole screen.
 */
export function Tooltip({ content, children, delayMs = OPEN_DELAY_MS, side = 'top' }: TooltipProps) {
  const id = useId()
  const { isOpen, anchor, close, onAnchor, onBubble } = useTooltip(delayMs)
  return (
    <>
      {cloneElement(children, { ...(isOpen && { 'aria-describedby': id }), ...afterOwn(children.props, onAnchor) })}
      {isOpen && (
        <Bubble id={id} anchor={anchor} side={side} onClose={close} {...onBubble}>
          {content}
        </Bubble>
      )}
    </>
  )
}

type Handler = (event: never) => void

/** The handlers, each of which first calls the element's own of that name. */
function afterOwn(own: object, handlers: Record<string, Handler>): Record<string, Handler> {
  const ofElement = own as Record<string, Handler | undefined>
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (event: never) => {
        ofElement[name]?.(event)
        handle(event)
      },
    ]),
  )
}

function useTooltip(delayMs: number) {
  const tooltips = use(TooltipsContext)
  const [isOpen, setOpen] = useState(false)
  const [hide] = useState(() => () => setOpen(false))
  const anchor = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHovered = useRef(false)
  /** After a press the tooltip stays closed until the pointer leaves and comes back. */
  const isPressed = useRef(false)

  function open() {
    clearTimeout(timer.current)
    tooltips.opens(hide)
    setOpen(true)
  }
  function close() {
    clearTimeout(timer.current)
    tooltips.closes(hide)
    hide()
  }
  const closeOnLeaving = useEffectEvent(close)
  useEffect(() => () => closeOnLeaving(), [])
  function closeSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(close, CROSSING_MS)
  }
  return {
    isOpen,
    anchor,
    close,
    onAnchor: {
      onPointerMove({ pointerType, currentTarget }: PointerEvent<HTMLElement>) {
        if (pointerType === 'touch' || isHovered.current || isPressed.current) return
        isHovered.current = true
        anchor.current = currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(open, tooltips.isNextAtOnce() ? 0 : delayMs)
      },
      onPointerLeave() {
        isHovered.current = false
        isPressed.current = false
        closeSoon()
      },
      onPointerDown() {
        isPressed.current = true
        close()
      },
      onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
        anchor.current = currentTarget
        if (!isPressed.current && currentTarget.matches(':focus-visible')) open()
      },
      onBlur() {
        isPressed.current = false
        close()
      },
      onClick: close,
    },
    onBubble: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: closeSoon },
  }
}

interface BubbleProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  side: TooltipSide
  onClose: () => void
  onPointerEnter: () => void
  onPointerLeave: () => void
  children: ReactNode
}

function Bubble({ anchor, side, onClose, children, ...rest }: BubbleProps) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!bubble.current || !anchor.current) return
    const { clientWidth: width, clientHeight: height } = document.documentElement
    const [of, own] = [anchor.current.getBoundingClientRect(), bubble.current.getBoundingClientRect()]
    const { left, top } = placeTooltip(of, own, side, { width, height })
    Object.assign(bubble.current.style, { left: `${left}px`, top: `${top}px` })
  })
  useCloseOnEscapeAndScroll(anchor, onClose)
  return createPortal(
    <div
      ref={bubble}
      role="tooltip"
      // A press on the tooltip does not count as outside its dialog.
      onPointerDown={(event) => event.stopPropagation()}
      className="pointer-events-auto fixed z-50 w-max max-w-72 animate-fade rounded-control bg-ink px-2 py-1 text-s text-bg"
      {...rest}
    >
      {children}
    </div>,
    document.body,
  )
}

/** If its element scrolls away, the tooltip would stay behind. */
function useCloseOnEscapeAndScroll(anchor: RefObject<HTMLElement | null>, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    function onKeyDown({ key }: KeyboardEvent) {
      if (key === 'Escape') close()
    }
    function onScroll({ target }: Event) {
      if (target instanceof Node && target.contains(anchor.current)) close()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('scroll', onScroll, { capture: true })
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [anchor])
}
