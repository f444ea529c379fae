import { readFileSync } from 'node:fs'

/** The kind of a field, see {@link notationsByType}. */
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

/** The notation of each field of a type, by name, see {@link notationsByType}. */
export type FieldNotations = Record<string, Notation>

/**
 * The fields of the content model, for creating content variants. `npm run typegen` writes the file from the compiled
 * schema (`describeFields.ts`), so that plain Node can load it.
 *
 * Kinds: `text` words that people read or listen to, `texts` a list of them; `email` and `phone`; `code` enumerations,
 * anchors, paths, currency codes; `url`, `date`, `number`, `flag`; `is:<type>` an object; `list:<type>` a list of
 * objects; `sections` a page's sections. `!` marks a required field, `~` one that is required in some cases (a link's
 * `url` for kind `url`).
 */
const notationsByType: Readonly<Record<string, FieldNotations>> = JSON.parse(
  readFileSync(new URL('fields.generated.json', import.meta.url), 'utf8'),
)

/** The names of all types with fields, message groups (`messages.checkout`) included. */
export const knownTypes: readonly string[] = Object.keys(notationsByType)

/** A field of the content model. */
export type Field = {
  kind: Kind | 'object' | 'list'
  /** The type of an object or of a list's items. */
  typeName?: string
  requirement: 'required' | 'depends' | 'optional'
}

/** Returns the fields of a type by name; none for a type that isn't in the content model. */
export function getFields(type: string): ReadonlyMap<string, Field> {
  const notations = Object.hasOwn(notationsByType, type) ? notationsByType[type] : undefined
  return new Map(Object.entries(notations ?? {}).map(([name, notation]) => [name, parseNotation(notation)]))
}

function parseNotation(notation: Notation): Field {
  const requirement = notation.endsWith('!') ? 'required' : notation.endsWith('~') ? 'depends' : 'optional'
  const [kind, typeName] = notation.replace(/[!~]$/, '').split(':')
  if (typeName !== undefined) return { kind: kind === 'is' ? 'object' : 'list', typeName, requirement }
  return { kind: kind as Kind, requirement }
}
