import { execFileSync } from 'node:child_process'

/** Returns the resident memory of a process in bytes. https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ps.html */
export function readMemoryBytes(pid: number): number {
  return 1024 * Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}
