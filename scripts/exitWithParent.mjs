// Preloaded into each program that a command starts (`startProgram` in lib/children.ts). When the command ends for any
// reason, the program's standard input closes. The program then ends its own process group, so that no process outlives
// a killed terminal. EXIT_WITH_PARENT_PID is the id of the command's process. A process that the program starts
// inherits the variable, but has a different parent, so this code does nothing in it.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.EXIT_WITH_PARENT_PID === String(process.ppid)) {
  const endProcessGroup = () => {
    try {
      process.kill(-process.pid, 'SIGTERM')
    } catch {
      process.exit(1)
    }
    setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 3000)
  }
  process.stdin.on('end', endProcessGroup).on('error', endProcessGroup).resume()
  process.stdin.unref?.()
}
