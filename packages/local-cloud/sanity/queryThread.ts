import { parentPort } from 'node:worker_threads'
import { ApiError } from './errors.ts'
import { type Allowance, Budget, BudgetExceeded } from './groq/budget.ts'
import { answerQuery, budgetError, type QueryRequest } from './queries.ts'
import { ReadView } from './readView.ts'
import type { JsonObject } from './values.ts'

/** A query that the thread is asked. */
export type ThreadQuery = {
  dataset: string
  /** The dataset's file. */
  file: string
  request: QueryRequest
  withQuery: boolean
  allowance: Allowance
}

/** What the thread answers: the body of a successful answer in UTF-8, or that of another, or what failed in it. */
export type ThreadAnswer =
  | { answer: Uint8Array<ArrayBuffer> }
  | { refusal: { status: ApiError['status']; message: string; body: JsonObject } }
  | { failure: string }

const views = new Map<string, ReadView>()

function viewOf({ dataset, file }: ThreadQuery): ReadView {
  let view = views.get(file)
  if (!view) {
    view = new ReadView({ name: dataset, file })
    views.set(file, view)
  }
  view.refresh()
  return view
}

function answer(query: ThreadQuery): ThreadAnswer {
  try {
    const view = viewOf(query)
    const body = answerQuery(view, query.request, query.withQuery, new Budget(query.allowance))
    return { answer: new TextEncoder().encode(body) }
  } catch (error) {
    const refusal = error instanceof BudgetExceeded ? budgetError(error) : error
    if (refusal instanceof ApiError) {
      return { refusal: { status: refusal.status, message: refusal.message, body: refusal.body } }
    }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (query: ThreadQuery) => {
  const message = answer(query)
  parentPort?.postMessage(message, 'answer' in message ? [message.answer.buffer] : [])
})
