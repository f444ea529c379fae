/**
 * How glibc gives out memory (https://man7.org/linux/man-pages/man3/mallopt.3.html): what is large goes back to the system
 * when it is freed. Otherwise what a picture or a password's hash needed for a moment stays with the process, some 300 MB.
 * Variables of the environment, read when a process starts.
 */
export const allocation = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * Replaces this process by one with `allocation`, unless it has it, or cannot have it: Linux alone knows it, and the channel
 * to a process that has forked this one would be lost. The process's id stays.
 */
export function restartWithAllocation(): void {
  const { env, execPath, execArgv, argv, platform } = process
  if (platform !== 'linux' || env.MALLOC_MMAP_THRESHOLD_ !== undefined || process.channel) return
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...allocation })
}
