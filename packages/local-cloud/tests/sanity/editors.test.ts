import type { ListenEvent, SanityClient } from '@sanity/client'
import { BufferedDocument, Mutation } from '@sanity/mutator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningCloud, startLocalCloud } from '../../testing/cloudProcess.ts'
import { createWriter } from './support.ts'

let cloud: RunningCloud
let client: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  client = createWriter(cloud)
})
afterAll(() => cloud.remove())

const _id = 'shared'

const postSchema = z.looseObject({
  _rev: z.string(),
  title: z.string(),
  summary: z.string(),
  count: z.number(),
  list: z.array(z.looseObject({ _key: z.string() })),
})
type Patch = Record<string, unknown>

/** One user's editor of the shared document, with the buffer that the Studio uses. */
class Editor {
  private readonly buffered: BufferedDocument
  private readonly subscription: { unsubscribe(): void }
  private committing: Promise<unknown> = Promise.resolve()

  private constructor(document: ConstructorParameters<typeof BufferedDocument>[0], onListening: () => void) {
    this.buffered = new BufferedDocument(document)
    this.buffered.commitHandler = ({ mutation, success, failure }) => {
      const { transactionId, mutations } = mutation.params
      this.committing = client
        .dataRequest('mutate', { transactionId, mutations }, { visibility: 'async', returnDocuments: false })
        .then(success, failure)
    }
    this.subscription = client
      .listen('*[_id == $_id]', { _id }, { events: ['welcome', 'mutation'], includeResult: false })
      .subscribe((event: ListenEvent<Record<string, unknown>>) => {
        if (event.type === 'welcome') onListening()
        if (event.type === 'mutation') this.buffered.arrive(createMutation(event))
      })
  }

  static async open(): Promise<Editor> {
    const document = await client.getDocument(_id)
    if (!document) throw new Error('The document does not exist')
    let editor: Editor | undefined
    await new Promise<void>((resolve) => {
      editor = new Editor(document, resolve)
    })
    if (!editor) throw new Error('The editor did not open')
    return editor
  }

  /** The document with local changes. */
  get localDocument() {
    return postSchema.parse(this.buffered.LOCAL)
  }

  /** The document without uncommitted changes. */
  get committedDocument() {
    return postSchema.parse(this.buffered.document.HEAD)
  }

  /** Applies a patch locally, and commits it. */
  change(patch: Patch): void {
    this.buffered.add(new Mutation({ mutations: [{ patch: { id: _id, ...patch } }] }))
    void this.buffered.commit()
  }

  async close(): Promise<void> {
    await this.committing
    this.subscription.unsubscribe()
  }
}

function createMutation(
  event: Extract<ListenEvent<Record<string, unknown>>, { type: 'mutation' }>,
): Mutation {
  const { transactionId, mutations, previousRev, resultRev, timestamp, identity } = event
  return new Mutation({
    transactionId,
    identity,
    timestamp,
    mutations: JSON.parse(JSON.stringify(mutations)),
    ...(previousRev ? { previousRev } : {}),
    ...(resultRev ? { resultRev } : {}),
  })
}

test('merges the concurrent edits of two users without losing any', async () => {
  await client.create({ _id, _type: 'post', title: '', summary: '', count: 0, list: [] })
  const [ann, ben] = await Promise.all([Editor.open(), Editor.open()])
  const title = 'Ann writes the title, letter by letter'
  const summary = 'Ben writes the summary in the meantime'
  for (let index = 1; index <= Math.max(title.length, summary.length); index++) {
    ann.change({ set: { title: title.slice(0, index) }, inc: { count: 1 } })
    ben.change({ set: { summary: summary.slice(0, index) }, inc: { count: 1 } })
    if (index % 10 === 0) {
      ann.change({ insert: { after: 'list[-1]', items: [{ _key: `ann${index}` }] } })
      ben.change({ insert: { before: 'list[0]', items: [{ _key: `ben${index}` }] } })
    }
    // The events of committed patches arrive during this request.
    if (index % 4 === 0) await client.getDocument(_id)
  }
  const expected = { title, summary, count: 76 }
  await expect.poll(() => ann.localDocument, { timeout: 10_000 }).toMatchObject(expected)
  await expect.poll(() => ben.localDocument, { timeout: 10_000 }).toMatchObject(expected)
  await expect
    .poll(async () => postSchema.parse(await client.getDocument(_id)), { timeout: 10_000 })
    .toMatchObject(expected)
  const { list, _rev } = postSchema.parse(await client.getDocument(_id))
  expect(list.map(({ _key }) => _key).sort()).toEqual(['ann10', 'ann20', 'ann30', 'ben10', 'ben20', 'ben30'])
  for (const editor of [ann, ben]) {
    await expect.poll(() => editor.committedDocument._rev, { timeout: 10_000 }).toBe(_rev)
    expect(editor.committedDocument.list).toEqual(list)
    expect(editor.localDocument.list).toEqual(list)
    await editor.close()
  }
})
