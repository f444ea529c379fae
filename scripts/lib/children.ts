import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from './paths.ts'

/** Variables of an environment; undefined is the same as absent. */
export type Variables = Record<string, string | undefined>

/** A Node program to run: a file, its arguments and its environment, by default that of this process. */
export type Program = {
  file: string
  args?: readonly string[]
  env?: Variables
  /** The working directory, by default the repository. */
  cwd?: string
  /** Absolute path of the log file; without one the output is inherited. */
  logFile?: string
  /** Called with the exit code when the program has ended; see {@link Child.exited}. */
  onExit?: (code: number) => void
}

/** A started program in its own process group. */
export type Child = {
  /** The process id; undefined when the program could not be started. */
  pid: number | undefined
  /** Resolves with the exit code when the program has ended; 1 when a signal ended it, or it could not be started. */
  exited: Promise<number>
  /** Ends the program and everything that it started; resolves when all have ended. */
  stop(): Promise<void>
  /** Kills the program and everything that it started with SIGKILL. */
  kill(): Promise<void>
}

const exitWithParent = pathToFileURL(fileURLToPath(new URL('./exitWithParent.mjs', import.meta.url))).href
const gracePeriodMs = 8000
const runningChildren = new Set<Child>()
let isStoppingChildren = false

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal)
    return true
  } catch {
    return false
  }
}

/** Whether the process of a `/proc/<pid>/stat` is in a group and no zombie. Its name, before the `)`, may contain spaces. */
function isLiveInGroup(stat: string, group: number): boolean {
  const [state, , processGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(processGroup) === group && state !== 'Z'
}

/** Whether a group has a running process; on Linux, zombies do not count. */
function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false
  if (process.platform !== 'linux') return true
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.some((pid) => {
    try {
      return isLiveInGroup(readFileSync(`/proc/${pid}/stat`, 'utf8'), group)
    } catch {
      return false
    }
  })
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function stopGroup(child: ChildProcess): Promise<void> {
  const pid = child.pid
  if (!pid || !signalGroup(pid, 'SIGTERM')) return
  const deadline = Date.now() + gracePeriodMs
  while (isGroupAlive(pid)) {
    if (Date.now() > deadline) signalGroup(pid, 'SIGKILL')
    await sleep(30)
  }
}

/**
 * Starts a program on this Node, in its own process group, so that it and all that it starts can be ended
 * together. The program ends by itself when this process ends.
 */
export function startProgram(program: Program): Child {
  let output: number | 'inherit' = 'inherit'
  if (program.logFile) {
    mkdirSync(dirname(program.logFile), { recursive: true })
    output = openSync(program.logFile, 'a')
  }
  const spawned = spawn(
    process.execPath,
    ['--import', exitWithParent, program.file, ...(program.args ?? [])],
    {
      cwd: program.cwd ?? root,
      detached: true,
      // An object of type any, since Next's types require NODE_ENV, which callers leave out, as Next's commands require.
      env: Object.assign(Object.create(null), program.env ?? process.env, {
        EXIT_WITH_PARENT_PID: String(process.pid),
      }),
      stdio: ['pipe', output, output],
    },
  )
  if (typeof output === 'number') closeSync(output)
  const exited = new Promise<number>((resolve) => {
    spawned.on('error', () => resolve(1))
    spawned.on('exit', (code) => resolve(code ?? 1))
  })
  spawned.stdin?.on('error', () => {})
  const child: Child = {
    pid: spawned.pid,
    exited,
    stop: () => stopGroup(spawned),
    kill: async () => {
      if (spawned.pid) signalGroup(spawned.pid, 'SIGKILL')
      await exited
    },
  }
  runningChildren.add(child)
  exited.then((code) => {
    runningChildren.delete(child)
    program.onExit?.(code)
  })
  return child
}

/**
 * Runs a program to its end.
 *
 * @param timeoutMs - the time after which the program and everything that it started are stopped
 * @returns its exit code; 1 when a signal ended it, such as that of the timeout, or it could not be started
 */
export async function runProgram(program: Program, timeoutMs?: number): Promise<number> {
  const child = startProgram(program)
  if (timeoutMs === undefined) return child.exited
  const timer = setTimeout(() => {
    console.error(
      `${basename(program.file)} did not end within ${timeoutMs / 1000} seconds, and was stopped.`,
    )
    void child.stop()
  }, timeoutMs)
  const code = await child.exited
  clearTimeout(timer)
  return code
}

/** Whether this process is stopping all programs, so their exits are not reported. */
export function isStopping(): boolean {
  return isStoppingChildren
}

/** Ends everything that this process has started. */
export async function stopAll(): Promise<void> {
  isStoppingChildren = true
  await Promise.all([...runningChildren].map((child) => child.stop()))
}

/**
 * Stops all children at a signal (Ctrl-C, a closed terminal, `kill`), or when the IPC channel to the parent closes, and
 * then exits.
 *
 * @param code - the exit code for that case
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
