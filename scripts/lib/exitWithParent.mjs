// Preloaded into the processes that a command starts. When the command ends for any reason, its pipe closes, and the
// process ends with its group, so that no process remains after a killed terminal.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.env.LIFELINE_PARENT === String(process.ppid)) {
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
