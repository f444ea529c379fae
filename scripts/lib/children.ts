import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './paths.ts'

/** Variables of an environment; undefined is the same as absent. */
export type Variables = Record<string, string | undefined>

/** A Node program to run: a file, its arguments and its whole environment. */
export type Program = {
  file: string
  args?: readonly string[]
  env?: Variables
  /** The working directory, by default the repository. */
  cwd?: string
  /** Absolute path of the log file; without one the output is inherited. */
  logFile?: string
  /** Called when the program has ended, with its exit code (1 when a signal ended it). */
  onExit?: (code: number) => void
}

/** A started program in its own process group. */
export type Child = {
  /** Its process; undefined when it could not be started. */
  pid: number | undefined
  /** Resolves with the exit code when the program has ended; 1 when a signal ended it. */
  exited: Promise<number>
  /** Ends the program and everything it started; resolves when it is gone. */
  stop(): Promise<void>
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>
}

const exitWithParent = pathToFileURL(fileURLToPath(new URL('./exitWithParent.mjs', import.meta.url))).href
const graceMilliseconds = 8000
const running = new Set<Child>()
let stopping = false

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** State and process group from a line of Linux's `/proc/<pid>/stat`; the name before them may hold anything. */
function isLiveMember(stat: string, group: number): boolean {
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(processGroup) === group && state !== 'Z'
}

/** Whether a group has a running process, zombies excluded. */
function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  if (process.platform !== 'linux') return true
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.some((pid) => {
    try {
      return isLiveMember(readFileSync(`/proc/${pid}/stat`, 'utf8'), group)
    } catch {
      return false
    }
  })
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function stopGroup(child: ChildProcess): Promise<void> {
  const pid = child.pid
  if (!pid || !signalGroup(pid, 'SIGTERM')) return
  const deadline = Date.now() + graceMilliseconds
  while (isGroupAlive(pid)) {
    if (Date.now() > deadline) signalGroup(pid, 'SIGKILL')
    await pause(30)
  }
}

/**
 * Starts a program on this Node, in its own process group, so that it and all that it starts can be ended
 * together. It ends by itself when this process dies.
 */
export function start(program: Program): Child {
  let output: number | 'inherit' = 'inherit'
  if (program.logFile) {
    mkdirSync(dirname(program.logFile), { recursive: true })
    output = openSync(program.logFile, 'a')
  }
  const process_ = spawn(
    process.execPath,
    ['--import', exitWithParent, program.file, ...(program.args ?? [])],
    {
      cwd: program.cwd ?? root,
      detached: true,
      // Node's type requires NODE_ENV, but Next requires it to be unset.
      env: Object.assign(Object.create(null), program.env ?? process.env, {
        LIFELINE_PARENT: String(process.pid),
      }),
      stdio: ['pipe', output, output],
    },
  )
  if (typeof output === 'number') closeSync(output)
  const exited = new Promise<number>((resolve) => {
    process_.on('error', () => resolve(1))
    process_.on('exit', (code) => resolve(code ?? 1))
  })
  process_.stdin?.on('error', () => {})
  const child: Child = {
    pid: process_.pid,
    exited,
    stop: () => stopGroup(process_),
    kill: async () => {
      if (process_.pid) signalGroup(process_.pid, 'SIGKILL')
      await exited
    },
  }
  running.add(child)
  exited.then((code) => {
    running.delete(child)
    program.onExit?.(code)
  })
  return child
}

/**
 * Runs a program to its end.
 *
 * @param limitMs - after which it is ended together with everything that it started
 * @returns its exit code; 1 when a signal or the limit ended it
 */
export async function complete(program: Program, limitMs?: number): Promise<number> {
  const child = start(program)
  if (limitMs === undefined) return child.exited
  const timer = setTimeout(() => {
    console.error(`${basename(program.file)} did not end within ${limitMs / 1000} seconds, and was stopped.`)
    void child.stop()
  }, limitMs)
  const code = await child.exited
  clearTimeout(timer)
  return code
}

/** Whether this process is stopping all programs, whose exits are then not reported. */
export function isStopping(): boolean {
  return stopping
}

/** Ends everything that this process has started. */
export async function stopAll(): Promise<void> {
  stopping = true
  await Promise.all([...running].map((child) => child.stop()))
}

/**
 * Stops all children at a signal (Ctrl-C, a closed terminal, `kill`), and then exits.
 *
 * @param code - the exit code for that case
 * @param onStop - called once, before the children are stopped
 */
export function stopOnSignals(code: number, onStop: () => void = () => {}): void {
  const stop = () => {
    if (stopping) return
    stopping = true
    onStop()
    stopAll().finally(() => process.exit(code))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // Watching the parent must not keep this process alive.
  process.channel?.unref()
  // Writing to a closed terminal fails, which must not prevent the cleanup.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
}
