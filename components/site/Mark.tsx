/** The mark: a C that is a lens, and in it the record lamp. It stands beside the name and says nothing of its own. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" className="mark" aria-hidden="true">
      <path d={markRing} className="mark-ring" />
      <circle cx="16" cy="16" r="4.5" className="mark-lamp" />
    </svg>
  )
}

/** The ring of the mark, open for 76 degrees on its right, in a square of 32. */
export const markRing = 'M25.46 8.61A12 12 0 1 0 25.46 23.39'
