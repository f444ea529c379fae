/** The code that an error carries: a vendor's, or one of the site's own routes'. Undefined without one. */
export function errorCode(error: unknown): string | undefined {
  const code = propertyOf(error, 'code')
  return typeof code === 'string' ? code : undefined
}

/** A property of something whose shape is not known. */
export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
