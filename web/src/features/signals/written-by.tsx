interface WrittenByProps {
  written_by: string | null
  note: string | null
}

/** Who wrote a suggestion, if a model is configured: the model, or why not. */
export function WrittenBy({ written_by, note }: WrittenByProps) {
  const words = note ?? (written_by && `Proposed by ${written_by}.`)
  return words ? <span className="text-s text-ink-3">{words}</span> : null
}
