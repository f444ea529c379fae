import { parentPort } from 'node:worker_threads'
import { type Allowance, Budget, BudgetExceeded } from './budget.ts'
import { ApiError } from './errors.ts'
import { answerQuery, idsFoundBy, type QueryRequest } from './queries.ts'
import { ReadView } from './readView.ts'
import type { JsonObject } from './values.ts'

/** A query that the thread is asked. */
export type ThreadQuery = {
  dataset: string
  /** The dataset's file. */
  file: string
  request: QueryRequest
  /** What is wanted: the body of an answer, with the query itself or without, or the ids of what it finds. */
  wanted: 'answer' | 'answer with query' | 'ids'
  allowance: Allowance
}

/** What the thread answers: JSON in UTF-8, or what the query has used up, or how it is refused, or what failed. */
export type ThreadAnswer =
  | { answer: Uint8Array<ArrayBuffer> }
  | { exceeded: BudgetExceeded['resource'] }
  | { refusal: { status: ApiError['status']; message: string; body: JsonObject } }
  | { failure: string }

const views = new Map<string, ReadView>()

const LOOKS_FOR_WORDS = /\bmatch\b/

function viewOf({ dataset, file, request }: ThreadQuery): ReadView {
  let view = views.get(file)
  if (!view) {
    view = new ReadView({ name: dataset, file })
    views.set(file, view)
  }
  view.refresh()
  // The query is not to blame for what there is to do once.
  if (LOOKS_FOR_WORDS.test(request.query)) view.indexWords()
  return view
}

function bodyOf({ request, wanted }: ThreadQuery, view: ReadView, budget: Budget): string[] {
  if (wanted === 'ids') return [JSON.stringify(idsFoundBy(view, request, budget))]
  return answerQuery(view, request, wanted === 'answer with query', budget)
}

function encoded(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + Buffer.byteLength(piece), 0))
  const encoder = new TextEncoder()
  let length = 0
  for (const piece of pieces) length += encoder.encodeInto(piece, bytes.subarray(length)).written
  return bytes
}

function answer(query: ThreadQuery): ThreadAnswer {
  try {
    const view = viewOf(query)
    return { answer: encoded(bodyOf(query, view, new Budget(query.allowance))) }
  } catch (error) {
    if (error instanceof BudgetExceeded) return { exceeded: error.resource }
    if (error instanceof ApiError) {
      return { refusal: { status: error.status, message: error.message, body: error.body } }
    }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (query: string) => {
  const message = answer(JSON.parse(query))
  parentPort?.postMessage(message, 'answer' in message ? [message.answer.buffer] : [])
})
