import type { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { Budget, BudgetExceeded } from './groq/budget.ts'
import { type MutateOptions, mutate, queryOf } from './mutations.ts'
import { QUICK, type QueryRunner } from './queryRunner.ts'
import type { Identity } from './types.ts'

/** How often a transaction is begun again because others have written while its queries were answered. */
const ATTEMPTS = 3

function conflict(): ApiError {
  const description =
    'The dataset has changed again and again while the queries of the mutations were answered'
  return new ApiError(409, description, { error: { type: 'transactionConflictError', description } })
}

/**
 * Applies mutations as `mutate` does, beside others who write. Where their queries take long, a thread answers them, and
 * holds up nobody; what it has found is taken as long as nobody has written meanwhile. Rejects with an ApiError: 400, 408
 * and 429 when a query uses up what it may, 409 when others always wrote.
 */
export async function mutateBeside(
  dataset: Dataset,
  runner: QueryRunner,
  identity: Identity,
  mutations: unknown,
  options: MutateOptions,
): Promise<ReturnType<typeof mutate>> {
  try {
    const budget = new Budget(QUICK)
    return await dataset.together(() => mutate(dataset, identity, mutations, { ...options, budget }))
  } catch (error) {
    if (!(error instanceof BudgetExceeded) || !Array.isArray(mutations)) throw error
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      // The thread sees what is on disk.
      dataset.settle()
      const { position } = dataset
      const found = new Map<number, string[]>()
      for (const [index, mutation] of mutations.entries()) {
        const request = queryOf(mutation, identity)
        if (request) found.set(index, await runner.ids(dataset, request))
      }
      const result = await dataset.together(() =>
        dataset.position === position ? mutate(dataset, identity, mutations, { ...options, found }) : null,
      )
      if (result) return result
    }
    throw conflict()
  }
}
