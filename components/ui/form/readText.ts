/** Returns the text of a form field; empty for a missing one. */
export function readText(data: FormData, name: string): string {
  const text = data.get(name)
  return typeof text === 'string' ? text : ''
}
