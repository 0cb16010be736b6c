import type { ButtonProps } from './button.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'aria-label'> {
  /** The action: the accessible name and the tooltip. */
  label: string
  tooltipDelayMs?: number
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left'
}

const WIDTHS = { s: 'w-6.5 px-0', m: 'w-8 px-0', l: 'w-10 px-0' }

/** An icon-only button with a tooltip. Its default variant is quiet. */
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
