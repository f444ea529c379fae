/** A reference found inside a document. */
export type FoundReference = { id: string; weak: boolean; path: (string | number)[] }

/**
 * Every `{_ref}` inside `value`, with its path and whether it is weak
 * (https://www.sanity.io/docs/studio/reference-type). Cross-dataset references (`_dataset`) and global document
 * references (`_type: 'globalDocumentReference'`) point outside the dataset and are left out.
 */
export function* findReferences(value: unknown, path: (string | number)[] = []): Generator<FoundReference> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* findReferences(item, [...path, index])
    return
  }
  if (typeof value !== 'object' || value === null) return
  if ('_ref' in value && typeof value._ref === 'string') {
    if ('_dataset' in value || ('_type' in value && value._type === 'globalDocumentReference')) return
    yield { id: value._ref, weak: '_weak' in value && value._weak === true, path }
    return
  }
  for (const [key, item] of Object.entries(value)) yield* findReferences(item, [...path, key])
}
