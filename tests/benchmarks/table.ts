/** Formats a table in Markdown. */
export function formatTable(headers: string[], rows: string[][]): string {
  const lines = [headers, headers.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns the median of each column. */
export function computeMedians(rows: readonly number[][]): number[] {
  const [first = []] = rows
  return first.map((_, column) => {
    const sorted = rows.map((row) => row[column] ?? Number.NaN).toSorted((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  })
}

/** Formats a duration in milliseconds. */
export const formatMs = (milliseconds: number): string =>
  `${milliseconds < 100 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`
