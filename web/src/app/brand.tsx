/** The lamp and the name. */
export function Brand({ hideName = false }: { hideName?: boolean }) {
  return (
    <span className="flex shrink-0 items-center gap-2.25 text-l font-semibold tracking-[-0.01em]">
      <img src="/lamp.svg" alt={hideName ? 'Leadlight' : ''} width={18} height={18} className="size-4.5" />
      {!hideName && 'Leadlight'}
    </span>
  )
}
