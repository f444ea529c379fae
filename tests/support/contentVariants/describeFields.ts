import {
  isArraySchemaType,
  isObjectSchemaType,
  type ObjectSchemaType,
  type Rule,
  type SchemaType,
  type Workspace,
} from 'sanity'
import { getChoices, isKind } from '../randomEditor/values.ts'
import { type ContentObject, isObject } from './documents.ts'
import type { FieldNotations, Kind } from './fields.ts'

/** Built-in fields of images and files, which the description omits. */
const assetFields = new Set(['asset', 'crop', 'hotspot', 'media'])

const noContentLake = 'There is no Content Lake.'

/** The structure of Portable Text, which no form edits field by field. */
const portableText: Record<string, FieldNotations> = {
  block: {
    style: 'code~',
    listItem: 'code~',
    level: 'number~',
    markDefs: 'list:textLink~',
    children: 'list:span!',
  },
  span: { text: 'text!', marks: 'code~' },
}

/**
 * Describes the fields of the content model from the compiled schema, in the notation of `fields.ts`.
 *
 * @param typeNames - the types to describe; types without fields are omitted
 */
export async function describeFields(
  workspace: Workspace,
  typeNames: readonly string[],
): Promise<Record<string, FieldNotations>> {
  const notationsByType: Record<string, FieldNotations> = {}
  const describe = async (name: string, type: ObjectSchemaType): Promise<void> => {
    const fields = type.fields.filter((field) => !assetFields.has(field.name))
    if (fields.length === 0) return
    const notations: FieldNotations = {}
    notationsByType[name] = notations
    for (const field of fields) {
      notations[field.name] =
        `${describeKind(field.type, field.name, name)}${await findRequirement(field.type, type, workspace)}`
      // Groups of messages have no type of their own.
      if (field.type.name === 'object' && isObjectSchemaType(field.type)) {
        await describe(`${name}.${field.name}`, field.type)
      }
    }
  }
  for (const name of typeNames) {
    const type = workspace.schema.get(name)
    if (type && isObjectSchemaType(type)) await describe(name, type)
  }
  return { ...notationsByType, ...portableText }
}

function describeKind(
  type: SchemaType,
  name: string,
  owner: string,
): Kind | `is:${string}` | `list:${string}` {
  if (isArraySchemaType(type)) {
    if (isKind(type, 'pageSections')) return 'sections'
    const items = type.of.map((item) => item.name)
    return items.includes('string') ? 'texts' : `list:${items.join()}`
  }
  if (isObjectSchemaType(type)) return `is:${type.name === 'object' ? `${owner}.${name}` : type.name}`
  if (type.jsonType === 'number') return 'number'
  if (type.jsonType === 'boolean') return 'flag'
  if (isKind(type, 'date') || isKind(type, 'datetime')) return 'date'
  if (isKind(type, 'url') || name === 'url') return 'url'
  // Only texts that visitors read have the input with the menu of placeholders.
  if (type.components?.input?.displayName === 'TextInput') return 'text'
  if (/email$/i.test(name)) return 'email'
  return /phone$/i.test(name) ? 'phone' : 'code'
}

/**
 * Finds whether the Studio requires a value: always (`!`), depending on the fields beside it (`~`), or never.
 */
async function findRequirement(
  type: SchemaType,
  owner: ObjectSchemaType,
  workspace: Workspace,
): Promise<'!' | '~' | ''> {
  const rules = getRules(type).filter(({ _level }) => _level === 'error')
  if (rules.some((rule) => rule.isRequired())) return '!'
  const refusalsByParent = await Promise.all(
    listParentValues(owner).map(async (parent) => {
      const results = await Promise.all(rules.map((rule) => refusesMissing(rule, parent, type, workspace)))
      return results.some(Boolean)
    }),
  )
  if (refusalsByParent.every(Boolean)) return '!'
  return refusalsByParent.some(Boolean) ? '~' : ''
}

function getRules({ validation }: SchemaType): Rule[] {
  const rules: unknown[] = Array.isArray(validation) ? validation : []
  return rules.filter((rule): rule is Rule => isObject(rule) && 'isRequired' in rule)
}

/** Lists values of an object that its fields' rules can depend on: an image with its asset, or `{}` and each choice. */
function listParentValues(owner: ObjectSchemaType): ContentObject[] {
  if (isKind(owner, 'image')) return [{ asset: { _type: 'reference' } }]
  const choices = owner.fields.flatMap((field) =>
    getChoices(field.type).map((choice) => ({ [field.name]: choice })),
  )
  return [{}, ...choices]
}

/** Whether a rule refuses a missing value. Without a Content Lake, a rule that queries it refuses nothing. */
async function refusesMissing(
  rule: Rule,
  parent: ContentObject,
  type: SchemaType,
  { schema, i18n }: Workspace,
): Promise<boolean> {
  const markers = await rule.validate(undefined, {
    parent,
    type,
    schema,
    i18n,
    environment: 'studio',
    getClient: () => {
      throw new Error(noContentLake)
    },
  })
  return markers.some(({ message }) => !message.includes(noContentLake))
}
