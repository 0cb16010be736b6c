import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

const ROW_HEIGHT_PX = 126
const OVERSCAN = 6
const count = Number(new URLSearchParams(location.search).get('rows'))
const rows = Array.from({ length: count }, (_, index) => ({ id: `row-${index}`, title: `Row number ${index + 1}` }))

/** As many rows of the same height as the product's list, with the same keys, and nothing else. */
function BareList() {
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(-1)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN,
  })
  useEffect(() => {
    function hear({ key }: KeyboardEvent) {
      const next = key === 'Home' ? 0 : key === 'End' ? count - 1 : current + ({ j: 1, k: -1 }[key] ?? 0)
      if (next === current || next < 0 || next >= count) return
      setCurrent(next)
      virtualizer.scrollToIndex(next)
      requestAnimationFrame(() => {
        scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus({ preventScroll: true })
      })
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [current, virtualizer])
  return (
    <div ref={scroller} id="scroller">
      <div role="feed" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <article
            key={key}
            data-index={index}
            aria-posinset={index + 1}
            style={{ height: ROW_HEIGHT_PX, transform: `translateY(${start}px)` }}
          >
            <a href={`#${rows[index]?.id}`} tabIndex={index === current ? 0 : -1}>
              {rows[index]?.title}
            </a>
          </article>
        ))}
      </div>
    </div>
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(<BareList />)
