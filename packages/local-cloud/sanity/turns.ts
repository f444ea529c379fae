/** How long work that is divided into steps goes on before others get their turn. Milliseconds. */
const TURN = 20

/** Does work that is divided into steps, without a pause. */
export function inOneGo<Result>(steps: Generator<void, Result>): Result {
  while (true) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Does work that is divided into steps, and gives everybody else a turn again and again. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  while (true) {
    const end = performance.now() + TURN
    while (performance.now() < end) {
      const { done, value } = steps.next()
      if (done) return value
    }
    // Not a microtask: what waits for the network has to come first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
