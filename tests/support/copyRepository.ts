import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/paths.ts'

/** Copies the working tree into a folder, without untracked files that git ignores. */
export function copyRepository(folder: string): void {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of files.filter((name) => name && existsSync(join(root, name))))
    cpSync(join(root, file), join(folder, file))
}
