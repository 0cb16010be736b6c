import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** What it does, in words: its accessible name and its tooltip. */
  label: string
  tooltipDelayMs?: number
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

const WIDTHS = { s: 'w-6.5 px-0', m: 'w-8 px-0', l: 'w-10 px-0' }

/** A button that shows only an icon, with its words in a tooltip. Quiet unless told otherwise. */
export function IconButton(props: IconButtonProps) {
  const { label, tooltipDelayMs, tooltipSide, size = 'm', variant = 'quiet', className, children, ...rest } = props
  return (
    <Tooltip
      content={label}
      {...(tooltipDelayMs === undefined ? {} : { delayMs: tooltipDelayMs })}
      {...(tooltipSide ? { side: tooltipSide } : {})}
    >
      <Button
        {...rest}
        aria-label={label}
        size={size}
        variant={variant}
        className={classNames(WIDTHS[size], className)}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
