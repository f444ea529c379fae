import { expect, test } from 'vitest'
import { createRandom } from '../tests/support/random.ts'
import { Dataset } from './dataset.ts'
import { mutate } from './mutations.ts'
import type { Perspective } from './perspectives.ts'
import { runQuery } from './queries.ts'
import { computeInvalidatedTags } from './syncTags.ts'
import type { Identity } from './types.ts'

const editor: Identity = { id: 'e1', role: 'editor' }

const QUERIES = [
  '*[_type == "page"] | order(_id) {title}',
  '*[_id == "p1"][0]',
  '*[_id == "p1"][0]{title, "by": author->{name, "boss": boss->name}}',
  '*[_type == "page" && references("a1")]._id',
  '*[references("a1")]._id',
  '*[_type == "author"]{name, "pages": *[_type == "page" && author._ref == ^._id].title}',
  '*[_id in ["p1", "p2"]]{title}',
  '*[_id == "p1" || _type == "author"]{title, name}',
  '*[title match "x*"]._id',
  'count(*)',
  '*[_id == "p1"][0]{"next": *[_id == ^.next._ref][0].title, "same": *[_type == ^._type]._id}',
  '*[_type == *[_id == "p1"][0].kind]._id',
  '*[_type == "page"] | order(title desc, author->name)[0...2]{title, "by": author->name}',
  '*[_type == "page" && author->name == "Ann"] | order(title)[0]._id',
]
const PERSPECTIVES: Perspective[] = ['raw', 'published', 'drafts']

test('invalidates a sync tag of every result that changes', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const nextRandom = createRandom(42)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(nextRandom() * items.length)]
  const buildWeakReference = (id: string | undefined) => ({ _type: 'reference', _ref: id, _weak: true })
  const runQueries = () =>
    QUERIES.flatMap((query) =>
      PERSPECTIVES.map((perspective) => {
        const { result, syncTags } = runQuery(dataset, { query, perspective, identity: editor })
        return {
          query,
          perspective,
          result: JSON.stringify(result, (key, value) => (key === '_rev' ? undefined : value)),
          syncTags,
        }
      }),
    )
  let changedTags = new Set<string>()
  dataset.subscribe(({ changes }) => {
    changedTags = new Set(changes.flatMap(computeInvalidatedTags))
  })
  let resultsBefore = runQueries()
  let changedCount = 0
  let unaffectedCount = 0
  for (let step = 0; step < 150; step++) {
    const id = pick(['p1', 'p2', 'p3', 'a1', 'a2', 'drafts.p1', 'drafts.a1', 'drafts.p3'])
    const isAuthor = !id?.includes('p')
    const document = {
      _id: id,
      _type: nextRandom() < 0.1 ? 'other' : isAuthor ? 'author' : 'page',
      title: pick(['x', 'y', 'z']),
      name: pick(['Ann', 'Bob']),
      kind: pick(['page', 'author']),
      author: buildWeakReference(pick(['a1', 'a2'])),
      boss: buildWeakReference(pick(['a1', 'a2', 'p1'])),
      next: buildWeakReference(pick(['p2', 'p3'])),
    }
    mutate(dataset, editor, [nextRandom() < 0.25 ? { delete: { id } } : { createOrReplace: document }])
    const resultsAfter = runQueries()
    for (const [index, { query, perspective, result }] of resultsAfter.entries()) {
      const isInvalidated = resultsBefore[index]?.syncTags.some((tag) => changedTags.has(tag))
      if (result !== resultsBefore[index]?.result) {
        changedCount++
        expect(isInvalidated, `step ${step}: ${query} in ${perspective}`).toBe(true)
      } else if (!isInvalidated) unaffectedCount++
    }
    resultsBefore = resultsAfter
    changedTags = new Set()
  }
  // Results that change and results that stay valid must occur often, or the test proves little.
  expect(changedCount).toBeGreaterThan(500)
  expect(unaffectedCount).toBeGreaterThan(500)
})
