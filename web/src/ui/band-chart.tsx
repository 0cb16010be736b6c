export interface Band {
  /** A fraction of the time shown, from 0 to 1. */
  from: number
  to: number
  kind: 'on' | 'off' | 'lost'
}

export interface BandChartRow {
  name: string
  /** The row's summary in words. */
  text: string
  bands: readonly Band[]
}

interface BandChartProps {
  label: string
  rows: readonly BandChartRow[]
  /** Nothing is known before this fraction, from 0 to 1. */
  unknownTo: number
  start: string
  end: string
}

const HATCH = 'repeating-linear-gradient(45deg, var(--surface) 0 2px, transparent 2px 5px)'
const UNKNOWN = 'repeating-linear-gradient(90deg, var(--line-strong) 0 1px, transparent 1px 4px)'
const LOOKS = {
  on: { className: 'bg-good-soft', style: {} },
  off: { className: 'bg-bad', style: { backgroundImage: HATCH } },
  lost: { className: 'bg-bad', style: {} },
}

/** Rows of time bands: when each thing was on, off, or off for good. */
export function BandChart({ label, rows, unknownTo, start, end }: BandChartProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {rows.map(({ name, text, bands }, index) => (
          // Names may repeat.
          <li key={`${index} ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <span className="flex flex-wrap justify-between gap-x-3">
              <span dir="auto" className="min-w-0 flex-1 basis-48 truncate" title={name}>
                {name}
              </span>
              <span className="num text-s text-ink-2">{text}</span>
            </span>
            <span aria-hidden="true" className="relative block h-4 overflow-hidden rounded-[3px] bg-sunken">
              {unknownTo > 0 && (
                <span
                  className="absolute inset-y-0 left-0"
                  style={{ width: `${unknownTo * 100}%`, backgroundImage: UNKNOWN }}
                />
              )}
              {bands.map(({ from, to, kind }) => (
                <span
                  key={`${kind} ${from}`}
                  className={`absolute inset-y-0 min-w-0.5 ${LOOKS[kind].className}`}
                  style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%`, ...LOOKS[kind].style }}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="num flex justify-between text-xs text-ink-3">
        <span>{start}</span>
        <span>{end}</span>
      </div>
      <ul aria-label="Key" className="flex flex-wrap gap-x-4 gap-y-1 text-s text-ink-2">
        <KeyEntry kind="on" text="Listening" />
        <KeyEntry kind="off" text="Blind, read later or to be read" />
        <KeyEntry kind="lost" text="Blind, and lost" />
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="h-3 w-5 rounded-[3px] border bg-sunken" />
          Not listening
        </li>
        {unknownTo > 0 && (
          <li className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className="h-3 w-5 rounded-[3px] border bg-sunken"
              style={{ backgroundImage: UNKNOWN }}
            />
            Not known any more
          </li>
        )}
      </ul>
    </div>
  )
}

function KeyEntry({ kind, text }: { kind: Band['kind']; text: string }) {
  const { className, style } = LOOKS[kind]
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={`h-3 w-5 rounded-[3px] ${className}`} style={style} />
      {text}
    </li>
  )
}
