/** The text of a field; empty where there is none. */
export function readText(data: FormData, name: string): string {
  const text = data.get(name)
  return typeof text === 'string' ? text : ''
}
