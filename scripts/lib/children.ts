import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot, root } from './paths.ts'

/** Environment variables; undefined is the same as absent. */
export type Variables = Record<string, string | undefined>

/** A Node program to run: a file, its arguments and its environment (by default this process's). */
export type Program = {
  file: string
  args?: readonly string[]
  env?: Variables
  /** The working directory, by default the repository. */
  cwd?: string
  /** Absolute path of the log file; without one, the output is inherited. */
  logFile?: string | undefined
}

/** A started program in its own process group. */
export type Child = {
  /** The process id; undefined when the program could not be started. */
  pid: number | undefined
  /** Resolves with the exit code when the program has ended; 1 when a signal ended it, or it could not be started. */
  exited: Promise<number>
  /** Sends SIGTERM to the program's process group; SIGKILL follows when the program ends, or after a grace period. */
  stop(): Promise<void>
  /** Sends SIGKILL to the program and everything that it started. */
  kill(): Promise<void>
}

const exitWithParent = pathToFileURL(inRoot('scripts', 'exitWithParent.mjs')).href
const gracePeriodMs = 8000
const runningChildren = new Set<Child>()
let isStoppingChildren = false

/**
 * Starts a program in its own process group, with this process's Node, so that the program and all that it starts can
 * be ended together. The program also ends when this process ends.
 */
export function startProgram({ file, args = [], env, cwd, logFile }: Program): Child {
  if (logFile) mkdirSync(dirname(logFile), { recursive: true })
  // The program writes to its log itself, so it gets an error when the disk is full.
  const output = logFile ? openSync(logFile, 'a') : 'inherit'
  const spawned = spawn(process.execPath, ['--import', exitWithParent, file, ...args], {
    cwd: cwd ?? root,
    detached: true,
    // The object has the type any, since Next's types require NODE_ENV, which must be unset for Next's commands.
    env: Object.assign(Object.create(null), env ?? process.env, {
      EXIT_WITH_PARENT_PID: String(process.pid),
    }),
    stdio: ['pipe', output, output],
  })
  if (typeof output === 'number') closeSync(output)
  spawned.stdin?.on('error', () => {})
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (spawned.pid) process.kill(-spawned.pid, signal)
    } catch {
      // All processes of the group have ended.
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    signalGroup(signal)
    const timer = setTimeout(signalGroup, gracePeriodMs, 'SIGKILL')
    await exited
    clearTimeout(timer)
    // Processes that the program started may outlast it.
    signalGroup('SIGKILL')
  }
  const exited = new Promise<number>((resolve) => {
    spawned.on('error', () => resolve(1))
    spawned.on('exit', (code) => resolve(code ?? 1))
  }).finally(() => runningChildren.delete(child))
  const child: Child = { pid: spawned.pid, exited, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
  runningChildren.add(child)
  return child
}

/** Runs a program to completion; see {@link startProgram}. Returns its exit code. */
export const runProgram = (program: Program): Promise<number> => startProgram(program).exited

/** Whether this process is stopping all programs, in which case their exits are not reported. */
export const isStopping = (): boolean => isStoppingChildren

/** Ends everything that this process has started. */
export async function stopAll(): Promise<void> {
  isStoppingChildren = true
  await Promise.all([...runningChildren].map((child) => child.stop()))
}

/**
 * Stops all children on a signal (Ctrl-C, a closed terminal, `kill`), or when the IPC channel to the parent closes, and
 * then exits.
 *
 * @param code - the exit code after the children have stopped
 * @param onStop - called once, before the children are stopped
 */
export function stopOnSignals(code: number, onStop: () => void = () => {}): void {
  const stop = () => {
    if (isStoppingChildren) return
    isStoppingChildren = true
    onStop()
    stopAll().finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // Listening to the parent must not keep this process alive.
  process.channel?.unref()
  // Writing to a closed terminal fails, which must not prevent the cleanup.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
}
