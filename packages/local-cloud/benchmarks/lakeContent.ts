import type { SanityClient } from '@sanity/client'
import sharp from 'sharp'

const perTransaction = 250
const words =
  'voice camera studio episode listener light story guest chair record edit clip sound question answer morning circle' +
  ' series cut frame room'
const vocabulary = words.split(' ')

/** A repeatable sequence of whole numbers below `limit`. */
function sequence(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * limit)
  }
}

const idOf = (index: number) => `filler-${index}`

/** A document as editors write them: texts, a slug, Portable Text and, but for the first ten, a reference. */
export function fillerDocument(index: number): Record<string, unknown> & { _id: string; _type: string } {
  const next = sequence(index + 1)
  const text = (count: number) =>
    Array.from({ length: count }, () => vocabulary[next(vocabulary.length)]).join(' ')
  const block = (key: string) => ({
    _key: key,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: `${key}0`, _type: 'span', marks: [], text: text(30) }],
  })
  return {
    _id: idOf(index),
    _type: 'filler',
    title: `${text(5)} ${index === 42 ? 'wombat' : index}`,
    slug: { _type: 'slug', current: `filler-${index}` },
    rank: next(1000),
    body: ['a', 'b', 'c'].map(block),
    ...(index < 10 ? {} : { related: { _type: 'reference', _ref: idOf(1 + (index % 9)) } }),
    // As many refer to this one however many there are.
    ...(index > 0 && index < 20 ? { first: { _type: 'reference', _ref: idOf(0) } } : {}),
  }
}

/** Writes filler from number `from` up to `to`, not included. */
export async function writeFiller(client: SanityClient, from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += perTransaction) {
    const count = Math.min(perTransaction, to - start)
    const documents = Array.from({ length: count }, (_, offset) => fillerDocument(start + offset))
    await client.mutate(
      documents.map((document) => ({ create: document })),
      { returnDocuments: false },
    )
  }
}

/** A picture like a photograph in how much there is to encode, unlike every other number's. */
export function photograph(number: number): Promise<Buffer> {
  const size = { width: 1600, height: 1000 }
  const noise = { type: 'gaussian', mean: 40 + number * 10, sigma: 30 } as const
  return sharp({ create: { ...size, channels: 3, background: '#888', noise } })
    .blur(3)
    .jpeg({ quality: 85 })
    .toBuffer()
}

const search =
  '*[_type in $__types] | score(boost(_type in ["filler"] && title match text::query($__query), 5), ([@, _id] match text::query($__query) || references($__rawQuery))) [_score > 0] {_type, _id, _originalId, "orderings": [_score]} | order(orderings[0] desc) [0...$__limit]'
const list = (field: string, order: string) =>
  `*[_type in $__types && ([@, _id] match text::query($__query) || references($__rawQuery)) && (_type == $type)] {_type, _id, _originalId, "orderings": [${field}]} | order(${order}) [0...$__limit]`
const listed = { __types: ['filler'], type: 'filler', __query: '*', __rawQuery: '', __limit: 101 }

/** What the Studio (6.16) asks for most, with the parameters it gives. */
export const studioQueries: { name: string; query: string; params: Record<string, unknown> }[] = [
  {
    name: 'list of a type, the 100 latest',
    query: list('_updatedAt', 'orderings[0] desc'),
    params: listed,
  },
  {
    name: 'list of a type, the first 100 by title',
    query: list('title', 'lower(orderings[0]) asc'),
    params: listed,
  },
  {
    name: 'search, words that most have',
    query: search,
    params: {
      __types: ['filler', 'page'],
      __query: 'camera story*',
      __rawQuery: 'camera story',
      __limit: 1001,
    },
  },
  {
    name: 'search, a word that one has',
    query: search,
    params: { __types: ['filler', 'page'], __query: 'wombat*', __rawQuery: 'wombat', __limit: 1001 },
  },
  {
    name: 'who refers to a document',
    query: '*[references($documentId)]{_id, _type}[0...100]',
    params: { documentId: idOf(0) },
  },
  {
    name: 'whether a slug is taken',
    query: '!defined(*[_type == $docType && !(_id in [$draft, $published]) && slug.current == $slug][0]._id)',
    params: { docType: 'filler', draft: 'drafts.x', published: 'x', slug: 'filler-42' },
  },
]
