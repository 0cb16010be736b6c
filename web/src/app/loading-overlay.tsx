import { useComesFirst } from '../lib/read-later.ts'
import { SpinnerOverlay } from '../ui/spinner.tsx'

/** Covers the window while something loads that everything else needs, and so comes first. */
export function LoadingOverlay({ label }: { label: string }) {
  useComesFirst(true)
  return <SpinnerOverlay label={label} />
}
