/** The code that an error carries: a vendor's, or one of the site's own routes'. Undefined without one. */
export function getErrorCode(error: unknown): string | undefined {
  const code = getProperty(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** A property of something whose shape is not known. */
export function getProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
