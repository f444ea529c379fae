/** Returns a form field's value, or an empty string if the field is missing. */
export function readText(data: FormData, name: string): string {
  const text = data.get(name)
  return typeof text === 'string' ? text : ''
}
