import type { Traced } from './traced.ts'

/** A value as JSON. */
export function jsonOf(value: Traced): string {
  switch (value.kind) {
    case 'leaf':
      return JSON.stringify(value.data) ?? 'null'
    case 'array':
      return `[${value.items.map(jsonOf).join(',')}]`
    case 'object': {
      const fields = [...value.fields].map(([name, field]) => `${JSON.stringify(name)}:${jsonOf(field)}`)
      return `{${fields.join(',')}}`
    }
  }
}
