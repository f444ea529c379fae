import { readFileSync } from 'node:fs'

export type Kind =
  | 'text'
  | 'texts'
  | 'email'
  | 'phone'
  | 'code'
  | 'url'
  | 'date'
  | 'number'
  | 'flag'
  | 'sections'
type Notation = `${Kind | `is:${string}` | `list:${string}`}${'' | '!' | '~'}`

/** The fields of a type by name, in the notation of {@link types}. */
export type Fields = Record<string, Notation>

/**
 * The fields of the content model, as far as turning content into variants needs them. `npm run typegen` describes the
 * compiled schema in this file (`describeFields.ts`), so that plain Node can load it.
 *
 * Kinds: `text` words that people read or listen to, `texts` a list of them; `email` and `phone`; `code` enumerations,
 * anchors, paths, currency codes; `url`, `date`, `number`, `flag`; `is:<type>` an object; `list:<type>` a list of
 * objects; `sections` a page's sections. `!` marks a required field, `~` one that is required in some cases (a link's
 * `url` for kind `url`).
 */
const types: Readonly<Record<string, Fields>> = JSON.parse(
  readFileSync(new URL('fields.generated.json', import.meta.url), 'utf8'),
)

/** The names of all types with fields, message groups (`messages.checkout`) included. */
export const knownTypes: readonly string[] = Object.keys(types)

/** A field as the variants see it. `of` names the type of an object or of a list's items. */
export type Field = {
  kind: Kind | 'object' | 'list'
  of?: string
  need: 'required' | 'depends' | 'optional'
}

/** The fields of a type by name; none for a type that isn't in the content model. */
export function getFields(type: string): ReadonlyMap<string, Field> {
  const notations = Object.hasOwn(types, type) ? types[type] : undefined
  return new Map(Object.entries(notations ?? {}).map(([name, notation]) => [name, parse(notation)]))
}

function parse(notation: Notation): Field {
  const need = notation.endsWith('!') ? 'required' : notation.endsWith('~') ? 'depends' : 'optional'
  const [kind, of] = notation.replace(/[!~]$/, '').split(':')
  if (of !== undefined) return { kind: kind === 'is' ? 'object' : 'list', of, need }
  return { kind: kind as Kind, need }
}
