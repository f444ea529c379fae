import { createDocumentLeaf, type Scope } from './scope.ts'
import { getField, NULL, type Traced, toData } from './traced.ts'

/** `*`: every document of the view, sorted by id, so that queries without `order` have stable results. */
export function getAllDocuments({ context }: Scope): Traced {
  if (!context.allDocuments) {
    const documents = [...context.view.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    context.allDocuments = {
      kind: 'array',
      items: documents.map((document) => createDocumentLeaf(context, document)),
    }
  }
  return context.allDocuments
}

/** `value->`: the document that a reference points to (https://sanity-io.github.io/GROQ/, Dereference). */
export function dereference(value: Traced, { context }: Scope): Traced {
  const id = toData(getField(value, '_ref'))
  if (typeof id !== 'string') return NULL
  const document = context.view.get(id)
  return document ? createDocumentLeaf(context, document) : NULL
}
