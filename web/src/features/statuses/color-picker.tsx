import { STATUS_COLORS } from '@leadlight/domain/statuses'
import type { StatusColor } from '@leadlight/domain/statuses'
import { useId, useState } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'

const FILLS: Record<StatusColor, string> = {
  grey: 'bg-status-grey',
  blue: 'bg-status-blue',
  teal: 'bg-status-teal',
  green: 'bg-status-green',
  amber: 'bg-status-amber',
  orange: 'bg-status-orange',
  red: 'bg-status-red',
  pink: 'bg-status-pink',
  violet: 'bg-status-violet',
}

interface ColorPickerProps {
  /** The name of the coloured item: "To answer". */
  of: string
  color: StatusColor
  onChange: (color: StatusColor) => void
}

/** A swatch that opens the nine named colours; arrow keys move between them. */
export function ColorPicker({ of, color, onChange }: ColorPickerProps) {
  const group = useId()
  const [open, setOpen] = useState(false)
  const label = `Color of ${of}`
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={`${label}: ${nameOf(color)}`}
        className="grid size-8 shrink-0 place-items-center rounded-control hover:bg-hover"
      >
        <span aria-hidden="true" className={`size-3.5 rounded-full ${FILLS[color]}`} />
      </PopoverTrigger>
      <PopoverContent label={label} className="w-max p-2">
        <fieldset className="grid grid-cols-3 gap-0.5">
          <legend className="sr-only">{label}</legend>
          {STATUS_COLORS.map((one) => (
            <label
              key={one}
              className="flex h-8 items-center gap-2 rounded-control px-2 text-s hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={group}
                checked={one === color}
                onChange={() => onChange(one)}
                // A pointer press chooses and closes. Arrow keys also send clicks, without a position, and must not
                // close.
                onClick={(event) => event.detail > 0 && setOpen(false)}
                className="sr-only"
              />
              <span aria-hidden="true" className={`size-3.5 shrink-0 rounded-full ${FILLS[one]}`} />
              {nameOf(one)}
            </label>
          ))}
        </fieldset>
      </PopoverContent>
    </Popover>
  )
}

function nameOf(color: StatusColor): string {
  return color.charAt(0).toUpperCase() + color.slice(1)
}
