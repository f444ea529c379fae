import { publishedIdOf } from '../ids.ts'
import { documentLeaf, type Scope } from './scope.ts'
import { fieldOf, NULL, type Traced, toData } from './traced.ts'

/** `*`: every document of the view, by id, so that answers without an order are the same each time. */
export function everything(scope: Scope): Traced {
  const { context } = scope
  if (!context.everything) {
    const documents = [...context.view.all()].sort((a, b) => (a._id < b._id ? -1 : 1))
    context.everything = {
      kind: 'array',
      items: documents.map((document) => documentLeaf(context, document)),
    }
  }
  return context.everything
}

/** The document of an id, noting that the answer depends on it, whether it is there or not. */
export function documentById(id: string, scope: Scope): Traced {
  scope.context.reads.ids.add(publishedIdOf(id))
  const document = scope.context.view.get(id)
  return document ? documentLeaf(scope.context, document) : NULL
}

/** `value->`: the document a reference points at (https://sanity-io.github.io/GROQ/, Dereference). */
export function deref(value: Traced, scope: Scope): Traced {
  const id = toData(fieldOf(value, '_ref'))
  return typeof id === 'string' ? documentById(id, scope) : NULL
}
