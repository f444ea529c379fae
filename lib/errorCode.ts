/** Returns the `code` of an error, for example from a vendor or a route; undefined unless it is a string. */
export function getErrorCode(error: unknown): string | undefined {
  const code = getProperty(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** Reads a property of an unknown value; undefined if the value has no such property. */
export function getProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
