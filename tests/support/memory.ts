import { execFileSync } from 'node:child_process'

/** The memory that a process has in use, in bytes. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ps.html */
export function readMemory(pid: number): number {
  return 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
