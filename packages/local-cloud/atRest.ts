import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How often it is looked whether the process is at rest. Milliseconds. */
const INTERVAL = 10_000
/** A process that uses less of a processor is at rest. */
const AT_REST = 0.05
/** With less memory there is not enough to give back. Bytes. */
const WORTH_IT = 300_000_000

/** Tells when a process has come to rest that has much memory: once each time. */
export class RestWatch {
  private last: number
  private isDone = false

  /** `cpu` is the processor time that the process has used so far, in milliseconds. */
  constructor(cpu: number) {
    this.last = cpu
  }

  /** Called every `INTERVAL` with what the process has used of the processor (milliseconds), and has of memory (bytes). */
  look(cpu: number, memory: number): boolean {
    const isAtRest = cpu - this.last < INTERVAL * AT_REST
    this.last = cpu
    if (!isAtRest) this.isDone = false
    else if (!this.isDone && memory > WORTH_IT) {
      this.isDone = true
      return true
    }
    return false
  }

  /** Leaves out what the process has used so far: it was no work of its own. */
  skip(cpu: number): void {
    this.last = cpu
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Gives memory back to the system whenever the process has come to rest: V8 collects garbage when it needs room, and so keeps
 * what the last large answer has left for as long as nobody asks for more.
 */
export function giveBackAtRest(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const watch = new RestWatch(processorTime())
  const look = () => {
    if (!watch.look(processorTime(), process.memoryUsage.rss()) || typeof collect !== 'function') return
    // The flavour that gives back the pages of the heap that are free, too.
    collect({ type: 'major', flavor: 'last-resort' })
    watch.skip(processorTime())
  }
  setInterval(look, INTERVAL).unref()
}
