import { publishedIdOf } from '../ids.ts'
import { documentLeaf, type Scope } from './scope.ts'
import { fieldOf, NULL, type Traced, toData } from './traced.ts'

/** `*`: every document of the view. Sorted by id, so that results without an order are stable. */
export function everything({ context }: Scope): Traced {
  if (!context.everything) {
    const documents = [...context.view.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    context.everything = {
      kind: 'array',
      items: documents.map((document) => documentLeaf(context, document)),
    }
  }
  return context.everything
}

/**
 * `value->`: the document that a reference points to (https://sanity-io.github.io/GROQ/, Dereference). The result depends on
 * the id even when no such document exists.
 */
export function deref(value: Traced, { context }: Scope): Traced {
  const id = toData(fieldOf(value, '_ref'))
  if (typeof id !== 'string') return NULL
  context.reads.ids.add(publishedIdOf(id))
  const document = context.view.get(id)
  return document ? documentLeaf(context, document) : NULL
}
