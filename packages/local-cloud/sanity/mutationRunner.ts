import { type ActionOptions, actionSteps } from './actions.ts'
import { Budget, BudgetExceeded } from './budget.ts'
import type { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { applyMutations, type Mutated, type MutateOptions, queryOf } from './mutations.ts'
import type { QueryRunner } from './queryRunner.ts'
import { QUICK } from './quickTime.ts'
import { inTurns } from './turns.ts'
import type { Identity } from './types.ts'
import { WorkingSet } from './workingSet.ts'

/** How often a transaction is begun again because others have written while its queries were answered. */
const ATTEMPTS = 3

/** Thrown by a transaction that takes longer than others should wait. */
class TakesLong extends Error {}
/** Thrown by a transaction when others have written since its queries were answered. */
class Overtaken extends Error {}

function conflict(): ApiError {
  const description =
    'The dataset has changed again and again while the queries of the mutations were answered'
  return new ApiError(409, description, { error: { type: 'transactionConflictError', description } })
}

/** Does work that is divided into steps without a pause. Throws a TakesLong when it isn't done quickly. */
function quickly<Result>(steps: Generator<void, Result>): Result {
  const budget = new Budget(QUICK)
  while (true) {
    const { done, value } = steps.next()
    if (done) return value
    try {
      budget.look()
    } catch (error) {
      throw error instanceof BudgetExceeded ? new TakesLong() : error
    }
  }
}

/** A transaction, begun anew each time. */
type Begin<Result> = (queries?: Budget) => { set: WorkingSet; steps: Generator<void, Result> }

/**
 * Carries a transaction out. One that is done quickly goes to the disk with those of others; one that isn't is begun again
 * while the others wait who want to write, in turns with everybody else, and a thread writes it.
 */
async function carryOut<Result>(
  dataset: Dataset,
  begin: Begin<Result>,
  dryRun: boolean,
): Promise<{ transactionId: string; results: Result }> {
  const { quickTime } = dataset
  while (quickTime.turn) await quickTime.turn
  try {
    return await dataset.together(() => {
      try {
        const { set, steps } = begin(new Budget(QUICK))
        const results = quickly(steps)
        if (!dryRun) set.commit()
        return { transactionId: set.transactionId, results }
      } catch (error) {
        if (error instanceof TakesLong || error instanceof BudgetExceeded) quickTime.lost(QUICK)
        throw error
      }
    })
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error
    return dataset.alone(async () => {
      const { set, steps } = begin()
      const results = await inTurns(steps)
      const transaction = dryRun ? null : await inTurns(set.transaction())
      if (transaction) await dataset.commitBeside(transaction)
      return { transactionId: set.transactionId, results }
    })
  }
}

/** Performs actions as `performActions` does, and holds nobody up for long who doesn't write to the dataset. */
export async function performActionsBeside(
  dataset: Dataset,
  identity: Identity,
  actions: unknown,
  options: ActionOptions,
): Promise<{ transactionId: string }> {
  const begin = () => {
    const set = new WorkingSet(dataset, identity, options)
    return { set, steps: actionSteps(set, actions) }
  }
  const { transactionId } = await carryOut(dataset, begin, options.dryRun === true)
  return { transactionId }
}

/**
 * Applies mutations as `mutate` does, and holds nobody up for long who doesn't write to the dataset. Where their queries
 * take long, a thread answers them; what it has found is taken as long as nobody has written meanwhile. Rejects with an
 * ApiError: 400, 408 and 429 when a query uses up what it may, 409 when others always wrote.
 */
export async function mutateBeside(
  dataset: Dataset,
  runner: QueryRunner,
  identity: Identity,
  mutations: unknown,
  options: MutateOptions,
): Promise<Mutated> {
  const dryRun = options.dryRun === true
  const begin = (more: MutateOptions) => {
    const set = new WorkingSet(dataset, identity, options)
    return { set, steps: applyMutations(set, mutations, { ...options, ...more }) }
  }
  try {
    return await carryOut(dataset, (budget) => begin(budget ? { budget } : {}), dryRun)
  } catch (error) {
    if (!(error instanceof BudgetExceeded) || !Array.isArray(mutations)) throw error
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // The thread sees what is on disk.
    dataset.settle()
    const { position } = dataset
    const found = new Map<number, string[]>()
    for (const [index, mutation] of mutations.entries()) {
      const request = queryOf(mutation, identity)
      if (request) found.set(index, await runner.ids(dataset, request))
    }
    const beginWithFound = () => {
      if (dataset.position !== position) throw new Overtaken()
      return begin({ found })
    }
    try {
      return await carryOut(dataset, beginWithFound, dryRun)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw conflict()
}
