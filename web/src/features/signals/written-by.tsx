interface WrittenByProps {
  written_by: string | null
  note: string | null
}

/** Whose a proposal is, where a model is configured: its own, or why it is not. */
export function WrittenBy({ written_by, note }: WrittenByProps) {
  const words = note ?? (written_by && `Proposed by ${written_by}.`)
  return words ? <span className="text-s text-ink-3">{words}</span> : null
}
