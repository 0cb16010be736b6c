export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const GAP = 6
/** The distance kept from the edges of the window. */
const MARGIN = 8
const OPPOSITE = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const

/**
 * Positions a tooltip of this size on its side of the element, or on the opposite one for lack of room, within the
 * window.
 */
export function placeTooltip(
  anchor: Box,
  size: { width: number; height: number },
  side: TooltipSide,
  window: { width: number; height: number },
): { left: number; top: number } {
  const preferred = beside(anchor, size, side)
  const other = beside(anchor, size, OPPOSITE[side])
  const { left, top } = !fits(preferred, size, window) && fits(other, size, window) ? other : preferred
  return {
    left: Math.max(MARGIN, Math.min(left, window.width - MARGIN - size.width)),
    top: Math.max(MARGIN, Math.min(top, window.height - MARGIN - size.height)),
  }
}

type Size = Pick<Box, 'width' | 'height'>
/** On the axis of the side; along the other axis the tooltip is shifted into view. */
type Placement = Pick<Box, 'left' | 'top'> & { axis: 'left' | 'top' }

function beside(anchor: Box, { width, height }: Size, side: TooltipSide): Placement {
  const middle = { left: anchor.left + (anchor.width - width) / 2, top: anchor.top + (anchor.height - height) / 2 }
  if (side === 'top') return { ...middle, top: anchor.top - GAP - height, axis: 'top' }
  if (side === 'bottom') return { ...middle, top: anchor.top + anchor.height + GAP, axis: 'top' }
  if (side === 'left') return { ...middle, left: anchor.left - GAP - width, axis: 'left' }
  return { ...middle, left: anchor.left + anchor.width + GAP, axis: 'left' }
}

function fits({ axis, ...placement }: Placement, size: Size, window: Size): boolean {
  const extent = axis === 'left' ? 'width' : 'height'
  return placement[axis] >= MARGIN && placement[axis] + size[extent] <= window[extent] - MARGIN
}
